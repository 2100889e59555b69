import type { Request } from 'express';

/** The prefix of the four REST calls. */
export const API_PATH = '/api/66';
export const HUB_PATH = '/chatHub66';
/** The folder in an image's relative URL. */
export const IMAGE_FOLDER = 'uploads';

/** The calls of the contract, as switches and ledger name them. */
export type Call =
  | 'login'
  | 'messages'
  | 'send'
  | 'upload'
  | 'image'
  | 'negotiate'
  | 'hubGet'
  | 'hubPost'
  | 'hubDelete'
  | 'upgrade'
  | 'preflight'
  | 'other';

const PATHS: readonly (readonly [RegExp, Call])[] = [
  [/^\/api\/66\/login$/i, 'login'],
  [/^\/api\/66\/messages\/[^/]+$/i, 'messages'],
  [/^\/api\/66\/send$/i, 'send'],
  [/^\/api\/66\/upload$/i, 'upload'],
  [/^\/uploads\//i, 'image'],
  [/^\/chatHub66\/negotiate$/i, 'negotiate'],
];

const HUB_METHODS: Readonly<Record<string, Call>> = {
  GET: 'hubGet',
  POST: 'hubPost',
  DELETE: 'hubDelete',
};

/** The call that a request makes. */
export function callOf({ method, path, headers }: Request): Call {
  if (headers.upgrade) return 'upgrade';
  if (method === 'OPTIONS') return 'preflight';
  if (path.toLowerCase() === HUB_PATH.toLowerCase()) return HUB_METHODS[method] ?? 'other';
  return PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}
