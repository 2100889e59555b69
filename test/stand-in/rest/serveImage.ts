import type { RequestHandler } from 'express';
import type { Images } from '../state/images';
import { HttpError } from './httpError';

/** Serves uploaded images, with headers that forbid a browser to run them as a page or script. */
export function serveImage(images: Images): RequestHandler<{ name: string }> {
  return (request, response) => {
    const image = images.get(request.params.name);
    if (!image) throw new HttpError(404);
    response.set({
      'Content-Type': image.type,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    response.end(image.bytes);
  };
}
