/**
 * Parses the last items of a JSON array of objects, without parsing the items before them.
 * @returns undefined if the text cannot be cut between two items
 */
export function parseLastItems(json: string, count: number): unknown[] | undefined {
  let start = json.length;
  for (let found = 0; found < count && start > 0; found += 1) {
    start = json.lastIndexOf('},{', start - 1);
  }
  if (start < 0) return undefined;
  try {
    // A cut inside a string or a nested object leaves invalid JSON, so `parse` throws.
    return JSON.parse(`[${json.slice(start + 2)}`) as unknown[];
  } catch {
    return undefined;
  }
}
