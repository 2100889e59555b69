const SECRETS = [
  /(access_token=)[^&\s"']+/gi,
  /(Bearer\s+)[^\s"',]+/gi,
  /()\beyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?/g,
];

/** A log line without the token in it, in whatever form it stands there. */
export function redact(line: string): string {
  return SECRETS.reduce((text, secret) => text.replace(secret, '$1***'), line);
}

/** Logs what has failed, without the token in it. @param error whatever was thrown */
export function warn(sentence: string, error: unknown): void {
  console.warn(`${sentence}:`, redact(String(error)));
}
