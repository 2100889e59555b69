import { parseUser } from '../../../src/session/claims';
import { OPERATOR_ID } from '../../../src/contract/constants';
import { expectThat, type Duty } from '../duty';
import { Subject } from '../subject';

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;

export const LOGIN: Duty<Subject>[] = [
  {
    name: 'login: responds with newtoken',
    check: async (subject) => {
      const body = await subject.login();
      const names = Object.keys(body).join(', ');
      expectThat(typeof body.newtoken === 'string', `the fields ${names || '(none)'}`);
    },
  },
  {
    name: 'login: the claims of the token hold the id, an integer, and the name',
    check: async (subject) => {
      const user = parseUser(await subject.newtoken());
      expectThat(user !== undefined, 'no claim with an integer id that the app knows');
      expectThat(user.username !== '', 'no claim with a name that the app knows');
    },
  },
  {
    name: "login: no customer has the operator's id, 1",
    check: async (subject) =>
      expectThat(parseUser(await subject.newtoken())?.id !== OPERATOR_ID, 'the id 1'),
  },
  {
    name: 'login: the same number gets the same id',
    check: async (subject) => {
      const { user } = await subject.session();
      const again = new Subject(subject.options);
      await again.login();
      const { id } = (await again.session()).user;
      expectThat(id === user.id, 'another id');
    },
  },
  {
    name: 'login: the token expires (exp)',
    check: async (subject) => {
      const { exp } = payloadOf((await subject.session()).token);
      expectThat(typeof exp === 'number', 'no exp');
    },
  },
  {
    name: 'every call: HTTPS',
    check: ({ options: { url } }) => {
      const { protocol, hostname } = new URL(url);
      const isLoopback = /^(localhost|127\..*|\[::1\])$/.test(hostname);
      expectThat(protocol === 'https:' || isLoopback, 'plain HTTP');
    },
  },
];
