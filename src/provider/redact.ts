const SECRETS = [
  /(access_token=)[^&\s"']+/gi,
  /(Bearer\s+)[^\s"',]+/gi,
  /()\beyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?/g,
];

/** A log line without the token in it, in whatever form it stands there. */
export function redact(line: string): string {
  return SECRETS.reduce((text, secret) => text.replace(secret, '$1***'), line);
}
