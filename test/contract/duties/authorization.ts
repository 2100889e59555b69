import { HUB_PATH, OPERATOR_ID } from '../../../src/contract/constants';
import { NotChecked, expectThat, type Duty } from '../duty';
import { OTHER_ID, type Item, type Subject } from '../subject';

/** Makes each call that needs a token, with this one. @returns the responses, by call */
async function callAll(subject: Subject, token: string | null): Promise<[string, Response][]> {
  const { id } = (await subject.session()).user;
  const json = await subject.message();
  return Promise.all([
    subject.call(`messages/${id}`, { token }).then((response) => ['messages', response]),
    subject.call('send', { method: 'POST', token, json }).then((response) => ['send', response]),
    subject.call('upload', { method: 'POST', token }).then((response) => ['upload', response]),
    subject
      .request(`${HUB_PATH}/negotiate?userId=${id}&negotiateVersion=1`, { method: 'POST', token })
      .then((response) => ['negotiate', response]),
  ] as Promise<[string, Response]>[]);
}

/** Tokens that the provider has not issued: another signature, and none. */
function forge(token: string): string[] {
  const [, payload = ''] = token.split('.');
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const end = token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA';
  return [token.slice(0, -8) + end, `${header}.${payload}.`];
}

/** Expects that the provider rejects a message with these fields, by POST. */
async function expectRejected(subject: Subject, fields: Item): Promise<void> {
  const { ok, status } = await subject.send(fields);
  expectThat(!ok, `status ${status}`);
}

/** Expects that the hub rejects a message with these fields. */
async function expectRejectedByHub(subject: Subject, fields: Item): Promise<void> {
  const connection = await subject.hub().catch(() => undefined);
  if (!connection) throw new NotChecked('needs a connection to the hub');
  const isRejected = await connection.invoke('SendMessage', await subject.message(fields)).then(
    () => false,
    () => true,
  );
  expectThat(isRejected, 'a completion without an error');
}

export const AUTHORIZATION: Duty<Subject>[] = [
  {
    name: 'authorization: 401 without a token, for each call and for negotiate',
    check: async (subject) => {
      for (const [call, { status }] of await callAll(subject, null))
        expectThat(status === 401, `status ${status} for ${call}`);
    },
  },
  {
    name: 'authorization: no Basic, NTLM or Negotiate challenge, for which browsers ask the customer',
    check: async (subject) => {
      for (const [call, { headers }] of await callAll(subject, null)) {
        const challenge = /\b(Basic|NTLM|Negotiate)\b/i.exec(headers.get('WWW-Authenticate') ?? '');
        expectThat(!challenge, `${challenge?.[0] ?? ''} for ${call}`);
      }
    },
  },
  {
    name: 'authorization: a forged token is rejected',
    check: async (subject) => {
      for (const token of forge((await subject.session()).token))
        for (const [call, { ok, status }] of await callAll(subject, token))
          expectThat(!ok, `status ${status} for ${call}`);
    },
  },
  {
    name: 'authorization: the Bearer token alone authenticates, never a cookie',
    check: async (subject) => {
      const { id } = (await subject.session()).user;
      const headers = { Cookie: subject.cookies };
      const { ok, status } = await subject.call(`messages/${id}`, { token: null, headers });
      // Without the cookie, this is the duty of a 401.
      expectThat(!ok || subject.cookies === '', `status ${status} for a cookie`);
    },
  },
  {
    name: "messages: another customer's history is rejected",
    check: async (subject) => {
      const { ok, status } = await subject.call(`messages/${OTHER_ID}`);
      expectThat(!ok, `status ${status}`);
    },
  },
  {
    name: 'send: a text, and an image without a text, are accepted (2xx)',
    check: async (subject) => {
      const imageUrl = await subject.relativeImage();
      for (const fields of [{}, imageUrl === null ? {} : { text: null, imageUrl }]) {
        const { ok, status } = await subject.send(fields);
        expectThat(ok, `status ${status} for ${'text' in fields ? 'an image' : 'a text'}`);
      }
    },
  },
  {
    name: 'send: another sender is rejected',
    check: (subject) => expectRejected(subject, { fromUserId: OTHER_ID }),
  },
  {
    name: 'send: a customer writes to the operator only',
    check: (subject) => expectRejected(subject, { toUserId: OTHER_ID }),
  },
  {
    name: 'send: accepts only an imageUrl that upload has returned',
    check: (subject) => expectRejected(subject, { imageUrl: `uploads/${subject.run}.png` }),
  },
  {
    name: 'hub: another userId is rejected',
    check: async (subject) => {
      const path = `${HUB_PATH}/negotiate?userId=${OTHER_ID}&negotiateVersion=1`;
      const { ok, status } = await subject.request(path, { method: 'POST' });
      expectThat(!ok, `status ${status}`);
    },
  },
  {
    name: 'hub: SendMessage of another sender is rejected',
    check: (subject) => expectRejectedByHub(subject, { fromUserId: OPERATOR_ID }),
  },
  {
    name: 'hub: SendMessage to another recipient than the operator is rejected',
    check: (subject) => expectRejectedByHub(subject, { toUserId: OTHER_ID }),
  },
];
