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
  <svg {...iconProps} fill="currentColor" stroke="none">
    <path d="M4.4 4.2l16.4 7.3a.6.6 0 0 1 0 1.1L4.4 19.8a.6.6 0 0 1-.8-.5l.1-5.6a.6.6 0 0 1 .5-.6l6-1.1-6-1.1a.6.6 0 0 1-.5-.6l-.1-5.6a.6.6 0 0 1 .8-.5z" />
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

/** The operator's avatar. `index.html` contains `operator.svg`; the scripts only refer to it. */
export const OperatorPortrait = () => (
  <svg width={44} height={44} color="var(--brand)" aria-hidden>
    <use href="#operator" />
  </svg>
);
