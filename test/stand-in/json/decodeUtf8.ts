import { isUtf8 } from 'node:buffer';

/** Decodes UTF-8. Invalid bytes become lone surrogates, because .NET rejects both alike. */
export function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return isUtf8(bytes) ? text : text.replaceAll('\ufffd', '\udfff');
}
