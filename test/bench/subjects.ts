/** All measured pages and their column headings. `static` is the login screen without scripts. */
export const SUBJECTS = {
  app: 'app',
  virtua: 'virtua',
  plain: 'plain React',
  vanilla: 'vanilla',
  static: 'static HTML',
} as const;

export type SubjectName = keyof typeof SUBJECTS;

/** A measured page with a message list. */
export interface Subject {
  readonly name: SubjectName;
  /** Source of live messages: the hub, or the function `window.receiveMessage`. */
  readonly source: 'hub' | 'window';
}

export const APP: Subject = { name: 'app', source: 'hub' };
/** A fast windowed list. */
export const VIRTUA: Subject = { name: 'virtua', source: 'window' };

/** The references that use React. */
export const REACT_REFERENCES = ['virtua', 'plain'] as const;
/** The references that the app's limits are compared with. */
export const REFERENCES = [...REACT_REFERENCES, 'vanilla'] as const;

/** The pages that show the complete conversation. */
export const COMPLETE_LISTS: readonly Subject[] = [
  APP,
  ...REFERENCES.map((name) => ({ name, source: 'window' as const })),
];
