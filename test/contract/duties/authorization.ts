import { HUB_PATH, OPERATOR_ID } from '../../../src/contract/constants';
import { OTHER_ID, expectThat, type Duties, type Item, type Subject } from '../subject';

const negotiate = (id: number) => `${HUB_PATH}/negotiate?userId=${id}&negotiateVersion=1`;

/** Makes each call that needs a token, with this one. @returns the responses, by call */
async function callAll(subject: Subject, token: string | null): Promise<[string, Response][]> {
  const { id } = await subject.session();
  const json = await subject.message();
  const method = 'POST';
  return [
    ['messages', await subject.call(`messages/${id}`, { token })],
    ['send', await subject.call('send', { token, json })],
    ['upload', await subject.call('upload', { method, token })],
    ['negotiate', await subject.request(negotiate(id), { method, token })],
  ];
}

/** Tokens that the provider has not issued: another signature, and none. */
function forge(token: string): string[] {
  const [, payload = ''] = token.split('.');
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const end = token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA';
  return [token.slice(0, -8) + end, `${header}.${payload}.`];
}

/** Returns a check that a message with these fields is rejected, by POST. */
const rejects = (fields: (subject: Subject) => Item) => async (subject: Subject) => {
  const json = await subject.message(fields(subject));
  const { ok, status } = await subject.call('send', { json });
  expectThat(!ok, `status ${status}`);
};

/** Returns a check that the hub rejects a message with these fields. */
const hubRejects = (fields: Item) => async (subject: Subject) => {
  const connection = await subject.connected();
  const isRejected = await connection.invoke('SendMessage', await subject.message(fields)).then(
    () => false,
    () => true,
  );
  expectThat(isRejected, 'a completion without an error');
};

export const AUTHORIZATION: Duties = {
  'authorization: 401 without a token, for each call and for negotiate': async (subject) => {
    for (const [call, { status }] of await callAll(subject, null))
      expectThat(status === 401, `status ${status} for ${call}`);
  },
  'authorization: no Basic, NTLM or Negotiate challenge, for which browsers ask the customer':
    async (subject) => {
      for (const [call, { headers }] of await callAll(subject, null)) {
        const challenge = /\b(Basic|NTLM|Negotiate)\b/i.exec(headers.get('WWW-Authenticate') ?? '');
        expectThat(!challenge, `${challenge?.[0] ?? ''} for ${call}`);
      }
    },
  'authorization: a forged token is rejected': async (subject) => {
    for (const token of forge((await subject.session()).token))
      for (const [call, { ok, status }] of await callAll(subject, token))
        expectThat(!ok, `status ${status} for ${call}`);
  },
  'authorization: the Bearer token alone authenticates, never a cookie': async (subject) => {
    const { id } = await subject.session();
    const headers = { Cookie: subject.cookies };
    const { ok, status } = await subject.call(`messages/${id}`, { token: null, headers });
    // Without the cookie, this is the duty of a 401.
    expectThat(!ok || subject.cookies === '', `status ${status} for a cookie`);
  },
  "messages: another customer's history is rejected": async (subject) => {
    const { ok, status } = await subject.call(`messages/${OTHER_ID}`);
    expectThat(!ok, `status ${status}`);
  },
  'send: a text, and an image without a text, are accepted (2xx)': async (subject) => {
    const imageUrl = await subject.relativeImage();
    for (const fields of [{}, imageUrl === null ? {} : { text: null, imageUrl }]) {
      const { ok, status } = await subject.call('send', { json: await subject.message(fields) });
      expectThat(ok, `status ${status} for ${'text' in fields ? 'an image' : 'a text'}`);
    }
  },
  'send: another sender is rejected': rejects(() => ({ fromUserId: OTHER_ID })),
  'send: a customer writes to the operator only': rejects(() => ({ toUserId: OTHER_ID })),
  'send: accepts only an imageUrl that upload has returned': rejects(({ run }) => ({
    imageUrl: `uploads/${run}.png`,
  })),
  'hub: another userId is rejected': async (subject) => {
    const { ok, status } = await subject.request(negotiate(OTHER_ID), { method: 'POST' });
    expectThat(!ok, `status ${status}`);
  },
  'hub: SendMessage of another sender is rejected': hubRejects({ fromUserId: OPERATOR_ID }),
  'hub: SendMessage to another recipient than the operator is rejected': hubRejects({
    toUserId: OTHER_ID,
  }),
};
