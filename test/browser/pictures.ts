import type { Provider } from '../provider/provider';
import { encodePng } from '../provider/operator/png';

/** A picture file of one colour, as it is picked. */
export function picture({ width = 320, height = 240, name = 'şəkil.png' } = {}) {
  const rgb = new Uint8ClampedArray(width * height * 3).fill(120);
  return { name, mimeType: 'image/png', buffer: encodePng(width, height, rgb) };
}

/** Puts a picture on the provider. @returns its relative address */
export async function uploaded(
  provider: Provider,
  token: string,
  { name, buffer, mimeType } = picture(),
): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${provider.url}/api/66/upload`, { method: 'POST', headers, body });
  return ((await answer.json()) as { imageUrl: string }).imageUrl;
}
