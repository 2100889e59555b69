type Name = 'operator' | 'image' | 'send' | 'close' | 'logout' | 'arrow-down';

/** An icon of `icons.svg`. Screen readers skip it, because the buttons have names. */
export const Icon = ({ name, size = 24 }: { name: Name; size?: number }) => (
  <svg width={size} height={size} strokeWidth={1.8} aria-hidden>
    <use href={`#icon-${name}`} />
  </svg>
);
