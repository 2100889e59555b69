import type { IncomingMessage } from 'node:http';
import { invalid, readBody } from './body';
import { HttpError } from './httpError';

/** Maximum size of an upload in bytes, multipart encoding included. */
const UPLOAD_LIMIT = 20 * 1024 * 1024;

/** Reads the part named `file` of a multipart form. */
export async function readUpload(request: IncomingMessage): Promise<Buffer> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new HttpError(415);
  const body = await readBody(request, UPLOAD_LIMIT).catch(rejectForm);
  const file = (await parseForm(body, contentType)).get('file');
  if (file === null || typeof file === 'string') {
    throw invalid('file', 'The file field is required.');
  }
  return Buffer.from(await file.arrayBuffer());
}

/** ASP.NET Core responds 400 instead of 413 to a form over the limit. */
function rejectForm(error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  const text = `Failed to read the request form. Request body too large. The max request body size is ${UPLOAD_LIMIT} bytes.`;
  throw new HttpError(400, { '': [text] }, error.headers);
}

async function parseForm(body: Buffer, contentType: string): Promise<FormData> {
  try {
    const headers = { 'Content-Type': contentType };
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    throw invalid('', 'Failed to read the request form.');
  }
}
