import type { Transport } from '../../../src/services/transport';

/** A transport for Node, which has no XMLHttpRequest. Reports half and all of the upload. */
export const fetchTransport: Transport = async ({
  method,
  url,
  headers,
  body = null,
  signal,
  isBodyIgnored,
  onUploadProgress,
}) => {
  onUploadProgress?.(0.5);
  const response = await fetch(url, { method, headers, body, signal });
  onUploadProgress?.(1);
  if (!isBodyIgnored) return { status: response.status, text: await response.text() };
  void response.body?.cancel();
  return { status: response.status, text: '' };
};
