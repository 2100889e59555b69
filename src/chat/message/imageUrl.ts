/** Returns `{host}/{imageUrl}` (S7); undefined if the URL would leave the host or its path. */
export function resolveImageUrl(host: string, imageUrl: string): string | undefined {
  // The URL of an image has no fragment, so a `#` is a part of its name.
  const url = `${host}/${imageUrl.replace(/^[/\\]+/, '').replaceAll('#', '%23')}`;
  const isBelowHost =
    URL.canParse(url) && new URL(url).href.startsWith(`${new URL(host).href.replace(/\/$/, '')}/`);
  return isBelowHost ? url : undefined;
}
