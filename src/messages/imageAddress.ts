/**
 * Where a picture is displayed from (spec 7): `{host}/{imageUrl}`, with a leading slash removed.
 * @param imageUrl relative to the host, if the server is honest
 * @returns undefined where it would lead away from the host, or out of its folder
 */
export function imageAddress(host: string, imageUrl: string): string | undefined {
  const address = `${host}/${imageUrl.replace(/^[/\\]+/, '')}`;
  const isBelow =
    URL.canParse(address) &&
    new URL(address).href.startsWith(`${new URL(host).href.replace(/\/$/, '')}/`);
  return isBelow ? address : undefined;
}
