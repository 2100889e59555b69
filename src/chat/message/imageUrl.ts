/**
 * Returns the URL of an image (S7): `{host}/{imageUrl}`, without leading slashes of `imageUrl`.
 * @param host an absolute URL, possibly with a path
 * @param imageUrl a relative path; not trusted, because it comes from the server
 * @returns undefined if the URL would leave the host or its path
 */
export function resolveImageUrl(host: string, imageUrl: string): string | undefined {
  const url = `${host}/${imageUrl.replace(/^[/\\]+/, '')}`;
  const isBelowHost =
    URL.canParse(url) && new URL(url).href.startsWith(`${new URL(host).href.replace(/\/$/, '')}/`);
  return isBelowHost ? url : undefined;
}
