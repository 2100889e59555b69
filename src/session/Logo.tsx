/** The product's logo: two speech bubbles. */
export const Logo = () => (
  <svg viewBox="0 0 48 48" width={48} height={48} aria-hidden>
    <path
      d="M10 6h20a7 7 0 0 1 7 7v7a7 7 0 0 1-7 7H17l-7.2 6.1A1.1 1.1 0 0 1 8 32.3V26.7A7 7 0 0 1 3 20v-7a7 7 0 0 1 7-7Z"
      fill="var(--brand)"
    />
    <path
      d="M41 17.4A7 7 0 0 1 45 24v7a7 7 0 0 1-4 6.3v4.6a1.1 1.1 0 0 1-1.8.8L33 37.5H22a7 7 0 0 1-6.2-3.7L18.6 31H30a11 11 0 0 0 11-11z"
      fill="var(--brand-soft)"
    />
  </svg>
);
