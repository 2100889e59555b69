/** Maximum length of a log line in characters. Some error texts come from a server. */
const MAX_LENGTH = 2 * 1024;
/** A JWT begins with `{"` or `{ ` in base64. Its dots can be percent-encoded, its end missing. */
const SECRETS = [
  /(?<=access_token=)[^&\s"']+/gi,
  /(?<=Bearer\s+)[^\s"',]+/gi,
  /\bey[JA](?:[\w-]{8,}(?:(?:\.|%2E)[\w-]*)*|[\w-]*(?:(?:\.|%2E)[\w-]+)+)/g,
];

/** Replaces tokens in a log line by ***, and cuts a line that is too long. */
export function redact(line: string): string {
  const start = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
  return SECRETS.reduce((text, secret) => text.replace(secret, '***'), start);
}

const logTo = (level: 'warn' | 'error') => (sentence: string, error: unknown) =>
  console[level](`${sentence}:`, redact(String(error)));

/** Logs a failure without the token. @param error the thrown value, of any type */
export const logWarning = logTo('warn');
/** Logs a failed REST call without the token (S8). @param error the thrown value, of any type */
export const logError = logTo('error');
