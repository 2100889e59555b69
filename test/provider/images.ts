import type { RequestHandler } from 'express';
import type { Pictures } from './pictures';
import { Refusal } from './problem';

/** Serves stored pictures, so that a browser can do nothing with them but show them. */
export function serveImage(pictures: Pictures): RequestHandler<{ name: string }> {
  return (request, response) => {
    const picture = pictures.get(request.params.name);
    if (!picture) throw new Refusal(404);
    response.set({
      'Content-Type': picture.type,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    response.end(picture.bytes);
  };
}
