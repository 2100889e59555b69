import type { Fetch } from '../../src/provider/xhrFetch';

/** A request where there is no XMLHttpRequest: its progress is half and whole. */
export const plainFetch: Fetch = async (request, onProgress) => {
  onProgress?.(0.5);
  const answer = await fetch(request);
  onProgress?.(1);
  return answer;
};
