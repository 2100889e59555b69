/** A page that is measured. */
export interface Subject {
  readonly name: SubjectName;
  /** How it hears of live messages: from the hub, or by a function on its window. */
  readonly source: 'hub' | 'window';
  /** Whether it asks for the history. */
  readonly hasHistory: boolean;
}

const windowFed = (name: SubjectName): Subject => ({ name, source: 'window', hasHistory: true });

/** The columns of the table; `static` is the login screen as mere HTML. */
export const SUBJECT_NAMES = [
  'app',
  'virtua',
  'virtuoso',
  'plain',
  'plain100',
  'vanilla',
  'signalr',
  'static',
] as const;

export type SubjectName = (typeof SUBJECT_NAMES)[number];

export const APP: Subject = { name: 'app', source: 'hub', hasHistory: true };
/** From the hub's event to the paint with nothing between. */
export const SIGNALR: Subject = { name: 'signalr', source: 'hub', hasHistory: false };
/** Shows the last hundred and no others, and so is no peer for what happens with many. */
export const PLAIN100 = windowFed('plain100');

/** Those that the app is held against with React in them, and the one without. */
export const REACT_REFERENCES = ['virtua', 'virtuoso', 'plain'] as const;
export const REFERENCES = [...REACT_REFERENCES, 'vanilla'] as const;

/** All that show a conversation whole. */
export const WHOLE: readonly Subject[] = [APP, ...REFERENCES.map(windowFed)];
