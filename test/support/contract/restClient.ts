import { postJson, type Session, type Target } from './target';

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes the REST calls of one customer. */
export class RestClient {
  constructor(
    private readonly target: Pick<Target, 'url'>,
    private readonly session: Session,
  ) {}

  messages(userId = this.session.id): Promise<Response> {
    return fetch(`${this.target.url}/api/66/messages/${userId}`, { headers: this.#headers() });
  }

  /** Sends a message; missing fields have the values that the app sends. */
  send(message: Record<string, unknown>): Promise<Response> {
    const full = { ...makeMessage(this.session.id), ...message };
    return postJson(`${this.target.url}/api/66/send`, full, this.session.token);
  }

  upload(bytes: Buffer, name = 'a.png'): Promise<Response> {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(bytes)], name));
    const url = `${this.target.url}/api/66/upload`;
    return fetch(url, { method: 'POST', headers: this.#headers(), body: form });
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.session.token}` };
  }
}

/** A message with the fields that the app sends. */
export function makeMessage(fromUserId: number): Record<string, unknown> {
  const timestamp = '2024-03-05T08:30:00.123Z';
  return { fromUserId, toUserId: 1, text: 'Salam', imageUrl: null, timestamp };
}
