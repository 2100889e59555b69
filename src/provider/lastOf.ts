/**
 * The last elements of an array of objects in JSON, without reading what is before them.
 * @returns undefined where they cannot be told apart without that
 */
export function lastOf(json: string, count: number): unknown[] | undefined {
  let start = json.length;
  for (let found = 0; found < count && start > 0; found += 1) {
    start = json.lastIndexOf('},{', start - 1);
  }
  if (start < 0) return undefined;
  try {
    // Begun inside of a text or of an element, it would hold an end of what it does not begin.
    return JSON.parse(`[${json.slice(start + 2)}`) as unknown[];
  } catch {
    return undefined;
  }
}
