import { jwtDecode } from 'jwt-decode';
import { parseUser } from '../../../src/session/claims';
import { OPERATOR_ID } from '../../../src/contract/constants';
import { Subject, expectThat, type Duties } from '../subject';

export const LOGIN: Duties = {
  'login: responds with newtoken': async (subject) => {
    const body = await subject.login();
    const names = Object.keys(body).join(', ');
    expectThat(typeof body.newtoken === 'string', `the fields ${names || '(none)'}`);
  },
  'login: the claims of the token hold an integer id and the name': async (subject) => {
    const user = parseUser(await subject.newtoken());
    expectThat(user !== undefined, 'no claim with an integer id that the app knows');
    expectThat(user.username !== '', 'no claim with a name that the app knows');
  },
  "login: no customer has the operator's id, 1": async (subject) =>
    expectThat(parseUser(await subject.newtoken())?.id !== OPERATOR_ID, 'the id 1'),
  'login: the same number gets the same id': async (subject) => {
    const { id } = await subject.session();
    const again = new Subject(subject.options);
    await again.login();
    expectThat((await again.session()).id === id, 'another id');
  },
  'login: the token expires (exp)': async (subject) => {
    const { exp } = jwtDecode((await subject.session()).token);
    expectThat(typeof exp === 'number', 'no exp');
  },
  'every call: HTTPS': ({ options: { url } }) => {
    const { protocol, hostname } = new URL(url);
    const isLoopback = /^(localhost|127\..*|\[::1\])$/.test(hostname);
    expectThat(protocol === 'https:' || isLoopback, 'plain HTTP');
  },
};
