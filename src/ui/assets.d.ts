declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}

declare module '*.css';

/** The text of an SVG file, with the brand colour. */
declare module '*.svg?text' {
  const text: string;
  export default text;
}
