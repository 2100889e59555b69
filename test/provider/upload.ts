import type { IncomingMessage } from 'node:http';
import { invalid, readBody } from './body';
import { Refusal } from './problem';

/** The largest upload, multipart wrapping included. */
const UPLOAD_LIMIT = 20 * 1024 * 1024;

/** The bytes of the part named `file` of a multipart form. */
export async function readUpload(request: IncomingMessage): Promise<Buffer> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new Refusal(415);
  const body = await readBody(request, UPLOAD_LIMIT).catch(refuseAsForm);
  const file = (await readForm(body, contentType)).get('file');
  if (file === null || typeof file === 'string') {
    throw invalid('file', 'The file field is required.');
  }
  return Buffer.from(await file.arrayBuffer());
}

/** To ASP.NET Core a form that is too large is one that cannot be read: 400, not 413. */
function refuseAsForm(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const text = `Failed to read the request form. Request body too large. The max request body size is ${UPLOAD_LIMIT} bytes.`;
  throw new Refusal(400, { '': [text] }, error.headers);
}

async function readForm(body: Buffer, contentType: string): Promise<FormData> {
  try {
    const headers = { 'Content-Type': contentType };
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    throw invalid('', 'Failed to read the request form.');
  }
}
