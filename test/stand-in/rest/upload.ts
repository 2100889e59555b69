import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { invalid } from './httpError';

/** Maximum size of an upload in bytes, multipart encoding included. */
const UPLOAD_LIMIT = 20 * 1024 * 1024;

/** Reads the part named `file` of a multipart form. */
export async function readUpload(request: IncomingMessage): Promise<Buffer> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  // Like ASP.NET Core, responds before the body has arrived.
  if (Number(length) > UPLOAD_LIMIT) throw invalid('', 'The request body is too large.');
  const body = new Uint8Array(await buffer(request));
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
  const file = form.get('file');
  if (file === null || typeof file === 'string') throw invalid('file', 'The file is required.');
  return Buffer.from(await file.arrayBuffer());
}
