/** Icons on a 24 px grid. Screen readers skip the icons, because the buttons have names. */
const iconProps = {
  viewBox: '0 0 24 24',
  width: 24,
  height: 24,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

export const ImageIcon = () => (
  <svg {...iconProps}>
    <rect x="3" y="4.5" width="18" height="15" rx="3" />
    <circle cx="8.5" cy="9.75" r="1.6" />
    <path d="m4 17 5-4.4 3.2 2.7L16.5 11 21 15.4" />
  </svg>
);

export const SendIcon = () => (
  <svg {...iconProps} fill="currentColor" strokeWidth={1.2}>
    <path d="M4.2 19.3 20.6 12 4.2 4.7l.1 5.6 9.2 1.7-9.2 1.7z" />
  </svg>
);

export const CloseIcon = () => (
  <svg {...iconProps}>
    <path d="m6 6 12 12M18 6 6 18" />
  </svg>
);

export const LogoutIcon = () => (
  <svg {...iconProps}>
    <path d="M14 4.5H7a2.5 2.5 0 0 0-2.5 2.5v10A2.5 2.5 0 0 0 7 19.5h7M10.5 12h9m-3.2-3.2L19.5 12l-3.2 3.2" />
  </svg>
);

export const ArrowDownIcon = () => (
  <svg {...iconProps}>
    <path d="M12 5v14m-6-6 6 6 6-6" />
  </svg>
);

/** The operator's avatar. */
export const OperatorPortrait = () => (
  <svg viewBox="0 0 48 48" width={44} height={44} aria-hidden>
    <circle cx="24" cy="24" r="24" fill="var(--brand-soft)" />
    <path
      d="M9 43.5C10.6 35 16.6 31 24 31s13.4 4 15 12.5A24 24 0 0 1 24 48a24 24 0 0 1-15-4.5Z"
      fill="var(--brand)"
    />
    <circle cx="24" cy="20" r="9" fill="var(--skin)" />
    <path
      d="M15 19.5C15 13 18.5 10 24 10s9 3 9 9.5c-2.2-3.4-4.6-5-9-5s-6.8 1.6-9 5Z"
      fill="var(--hair)"
    />
    <path
      d="M13.6 22v-2.500C13.6 13 18 8.6 24 8.600S34.4 13 34.4 19.500V22M34.4 23.500c0 3.7-3.1 5.7-7 6"
      fill="none"
      stroke="var(--text)"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
    <rect x="11.6" y="18.5" width="4" height="7" rx="2" fill="var(--text)" />
    <rect x="32.4" y="18.5" width="4" height="7" rx="2" fill="var(--text)" />
    <circle cx="26.4" cy="29.6" r="1.7" fill="var(--text)" />
  </svg>
);
