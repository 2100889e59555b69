import { withTimeout } from '../platform/timers';

/** Maximum length of a response in bytes. Such a history has hundreds of thousands of messages. */
export const MAX_RESPONSE_LENGTH = 32 * 1024 * 1024;
/** Maximum bytes to read of an ignored body. A new connection costs less than a longer body. */
const MAX_IGNORED_LENGTH = 64 * 1024;
/** Maximum time to read an ignored body, in ms. The body occupies an HTTP/1.1 connection. */
export const MAX_IGNORED_TIME = 5_000;

/** Maximum bytes to decode in one task. */
const TASK_LENGTH = 64 * 1024;

type Body = ReadableStream<Uint8Array>;

/** Reads an ignored body within the limits, so that its connection can be reused. Never rejects. */
async function drain(body: Body): Promise<void> {
  const reader = body.getReader();
  const cancel = () => {
    reader.cancel().catch(() => undefined);
  };
  const read = async () => {
    for (let length = 0; length <= MAX_IGNORED_LENGTH;) {
      const { value } = await reader.read();
      if (!value) return;
      length += value.length;
    }
    cancel();
  };
  await withTimeout(read(), MAX_IGNORED_TIME, cancel).catch(() => undefined);
}

/** Resolves in a later task. Browsers delay repeated timers by 4 ms, but not messages. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Reads a body as text. A long body takes several tasks, so that a key press need not wait. */
async function readText(body: Body): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { value } = await reader.read();
    if (!value) return text + decoder.decode();
    length += value.length;
    if (length > MAX_RESPONSE_LENGTH) {
      reader.cancel().catch(() => undefined);
      throw new RangeError('The response is too long.');
    }
    for (let start = 0; start < value.length; start += TASK_LENGTH) {
      text += decoder.decode(value.subarray(start, start + TASK_LENGTH), { stream: true });
      if (length > TASK_LENGTH) await nextTask();
    }
  }
}

/**
 * Makes a request whose response is limited in bytes. The caller limits the time (`init.signal`).
 * @param isBodyIgnored whether to resolve when the headers arrive; always ignored for an error
 * @returns `text` is '' if the body is ignored. `date` is null if the header is missing or hidden
 * @throws RangeError if the body is longer than `MAX_RESPONSE_LENGTH`
 */
export async function boundedFetch(url: string, init: RequestInit, isBodyIgnored: boolean) {
  const { ok, status, statusText, headers, body } = await fetch(url, init);
  const hasText = ok && !isBodyIgnored;
  // A 204 has no body.
  if (body && !hasText) void drain(body);
  const text = body && hasText ? await readText(body) : '';
  return { ok, status, statusText, date: headers.get('Date'), text };
}
