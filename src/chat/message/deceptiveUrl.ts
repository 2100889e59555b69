/**
 * Patterns of hosts that are not ASCII. Each allows one script, because letters of two scripts look
 * alike. None allows a right-to-left script, which would reorder the host.
 */
const SCRIPTS = [
  // Latin letters of Azerbaijan and Europe, except kra, which looks like k.
  /^[a-zß-öø-ķĺ-žəșț\d.-]+$/,
  /^[\p{Script=Cyrillic}\d.-]+$/u,
  /^[\p{Script=Greek}\d.-]+$/u,
  /^[\p{Script=Armenian}\d.-]+$/u,
  /^[\p{Script=Georgian}\d.-]+$/u,
  /^[\p{Script=Hangul}\d.-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\d.-]+$/u,
];

/** Invisible characters, many marks in a row, and backslashes, which browsers parse as slashes. */
const MISLEADING = /[\p{Default_Ignorable_Code_Point}\p{Cc}\\]|[\p{M}\p{Cf}\p{Emoji_Modifier}]{8}/u;
/** Anything but letters and digits in a host: combining marks, and symbols like ∕ and 。. */
const NOT_IN_HOST = /[^\p{L}\d.-]/u;

/** Returns whether a host has only letters of one script, each in its usual form. */
const isPlainHost = (host: string) =>
  !NOT_IN_HOST.test(host) &&
  host.normalize('NFKC') === host &&
  SCRIPTS.some((script) => script.test(host));

/** Returns whether an http(s) URL can pass for one of another host. Stricter than browsers. */
export function isDeceptive(url: string): boolean {
  if (MISLEADING.test(url)) return true;
  const [authority = ''] = url.slice(url.indexOf('://') + 3).split(/[/?#]/, 1);
  // A user part looks like a host: https://bank.az@evil.example.
  const host = authority.replace(/:\d+$/, '').toLowerCase();
  const { hostname } = new URL(url);
  const isAscii = /^[!-~]*$/.test(host);
  return isAscii ? host !== hostname : !isPlainHost(host);
}
