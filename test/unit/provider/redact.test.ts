import { redact } from '../../../src/provider/redact';
import { tokenOf } from '../../support/jwt';

const token = tokenOf(7);

test.each([
  [
    'in an address, before another parameter',
    `wss://h/chatHub66?userId=7&access_token=${token}&id=1`,
    'wss://h/chatHub66?userId=7&access_token=***&id=1',
  ],
  [
    'at the end of an address',
    `GET /hub?access_token=${token} failed`,
    'GET /hub?access_token=*** failed',
  ],
  ['in an address in quotes', `'?access_token=${token}'`, "'?access_token=***'"],
  ['in an address in double quotes', `"?access_token=${token}".`, '"?access_token=***".'],
  ['under a name in capitals', `?ACCESS_TOKEN=${token}`, '?ACCESS_TOKEN=***'],
  ['as a header', `Authorization: Bearer ${token}`, 'Authorization: Bearer ***'],
  ['as a header in a list', `"bearer  ${token}", 1`, '"bearer  ***", 1'],
  ['as a header in single quotes', `'Bearer ${token}',x`, "'Bearer ***',x"],
  ['bare', `The token ${token}: bad`, 'The token ***: bad'],
  ['without its signature', token.split('.').slice(0, 2).join('.'), '***'],
  ['with an empty signature', `${token.split('.').slice(0, 2).join('.')}. end`, '*** end'],
  ['in JSON', `{"newtoken":"${token}"}`, '{"newtoken":"***"}'],
  ['twice', `${token} ${token}`, '*** ***'],
  [
    'twice in addresses',
    `access_token=${token}&access_token=${token}`,
    'access_token=***&access_token=***',
  ],
  ['one that is no JWT, in an address', 'access_token=s3cret&x', 'access_token=***&x'],
  ['one that is no JWT, as a header', 'Bearer s3cret', 'Bearer ***'],
  ['with dashes and underscores', 'eyJ-_a.b-_c.d-_e', '***'],
])('a token is taken out %s', (_, line, expected) => {
  expect(redact(line)).toBe(expected);
});

test.each(['', 'Status code 503', 'eyJ', 'heyJude.com', 'Bearer', 'access_token', 'a.b.c'])(
  '%p stays as it is',
  (line) => {
    expect(redact(line)).toBe(line);
  },
);
