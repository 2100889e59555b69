/** All measured pages and their column headings. `static` is the login screen without scripts. */
export const SUBJECTS = {
  app: 'app',
  virtua: 'virtua',
  virtuoso: 'react-virtuoso',
  plain: 'plain React',
  plain100: 'plain React, last 100',
  vanilla: 'vanilla',
  signalr: 'raw SignalR',
  static: 'static HTML',
} as const;

export type SubjectName = keyof typeof SUBJECTS;

/** A measured page with a message list. */
export interface Subject {
  readonly name: SubjectName;
  /** Source of live messages: the hub, or the function `window.receiveMessage`. */
  readonly source: 'hub' | 'window';
  /** Whether the page requests the history. */
  readonly hasHistory: boolean;
}

const withoutHub = (name: SubjectName): Subject => ({ name, source: 'window', hasHistory: true });

export const APP: Subject = { name: 'app', source: 'hub', hasHistory: true };
/** Paints the messages of the hub and does nothing else: the least that a live message can take. */
export const SIGNALR: Subject = { name: 'signalr', source: 'hub', hasHistory: false };
/** A fast windowed list. */
export const VIRTUA = withoutHub('virtua');
/** Renders only the last 100 messages, so no limit with many messages compares with this page. */
export const PLAIN100 = withoutHub('plain100');

/** The references that use React. */
export const REACT_REFERENCES = ['virtua', 'virtuoso', 'plain'] as const;
/** The references that the app's limits are compared with. */
export const REFERENCES = [...REACT_REFERENCES, 'vanilla'] as const;

/** The pages that show the complete conversation. */
export const COMPLETE_LISTS: readonly Subject[] = [APP, ...REFERENCES.map(withoutHub)];
