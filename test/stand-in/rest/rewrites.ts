const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Changes that a server makes to a text before it stores the text. */
export const REWRITES = {
  none: (text: string) => text,
  trim: (text: string) => text.trim(),
  encode: (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? ''),
  lineEnds: (text: string) => text.replace(/\r?\n/g, '\r\n'),
} as const;

export type Rewrite = keyof typeof REWRITES;
