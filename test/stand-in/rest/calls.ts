import type { Request } from 'express';

/** The prefix of the REST calls. */
export const API_PATH = '/api/66';
export const HUB_PATH = '/chatHub66';
/** The folder in an image's relative URL. */
export const IMAGE_FOLDER = 'uploads';

/** The calls of the contract, as switches and ledger name them. */
const CALLS = [
  [/^OPTIONS /, 'preflight'],
  [/^POST \/api\/66\/login$/, 'login'],
  [/^GET \/api\/66\/messages\//, 'messages'],
  [/^POST \/api\/66\/send$/, 'send'],
  [/^POST \/api\/66\/upload$/, 'upload'],
  [/^GET \/uploads\//, 'image'],
  [/^POST \/chatHub66\/negotiate$/, 'negotiate'],
  [/^GET \/chatHub66$/, 'hubGet'],
  [/(?:)/, 'other'],
] as const;

export type Call = (typeof CALLS)[number][1] | 'upgrade';

/** The call that a request makes. */
export function callOf({ method, path, headers }: Request): Call {
  if (headers.upgrade) return 'upgrade';
  return CALLS.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? 'other';
}
