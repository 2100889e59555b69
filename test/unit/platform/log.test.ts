import { redact } from '../../../src/platform/log';
import { tokenOf } from '../../support/builders/builders';

const token = tokenOf(7);

describe('redact', () => {
  test.each([
    ['in a URL', `wss://h/hub?access_token=${token}&id=1`, 'wss://h/hub?access_token=***&id=1'],
    ['at the end of a URL', `GET /hub?access_token=${token} no`, 'GET /hub?access_token=*** no'],
    ['in a URL in single quotes', `'?access_token=${token}'`, "'?access_token=***'"],
    ['under a parameter name in capitals', `?ACCESS_TOKEN=${token}`, '?ACCESS_TOKEN=***'],
    ['as a header', `Authorization: Bearer ${token}`, 'Authorization: Bearer ***'],
    ['as a header in a list', `"bearer  ${token}", 1`, '"bearer  ***", 1'],
    ['bare', `The token ${token}: bad`, 'The token ***: bad'],
    ['without its signature', token.split('.').slice(0, 2).join('.'), '***'],
    ['with an empty signature', `${token.split('.').slice(0, 2).join('.')}. end`, '*** end'],
    ['twice in URLs', 'access_token=a&access_token=b', 'access_token=***&access_token=***'],
    ['that is not a JWT, in a URL', 'access_token=s3cret&x', 'access_token=***&x'],
    ['after another word of the same run', 'eyJ-eyJ.a.b', '***'],
    ['with percent-encoded dots', 'eyJhbGciOi%2EeyJuYW1l%2Esig', '***'],
    ['whole, with percent-encoded dots', `(${token.replaceAll('.', '%2E')})`, '(***)'],
    ['that begins with a space', 'eyAiYWxnIjog.eyJuYW1l.sig', '***'],
    ['that is cut before its first dot', 'token eyJhbGciOiJIUzI1NiIs', 'token ***'],
  ])('removes a token %s', (_, line, expected) => expect(redact(line)).toBe(expected));

  test.each(['', 'Status code 503', 'eyJ', 'heyJude.com', 'Bearer', 'access_token', 'a.b.c'])(
    'returns %p unchanged',
    (line) => expect(redact(line)).toBe(line),
  );

  test('cuts a line to 2 KB, and removes a token that is cut', () => {
    expect(redact('a'.repeat(5_000))).toBe(`${'a'.repeat(2_048)}…`);
    const start = ' '.repeat(2_000);
    expect(redact(`${start}Bearer ${token}`)).toBe(`${start}Bearer ***`);
    expect(redact(`${start}${token}`)).not.toContain(token.split('.')[1]?.slice(0, 4));
  });

  const repeated = (part: string) => part.repeat(200_000 / part.length);

  // A slow regular expression would take minutes for each of these lines.
  test.each([
    ['beginnings of tokens', repeated('-eyJ')],
    ['beginnings of tokens before a dot', `${repeated('a-eyJ')}.`],
    ['dashes before a dot', `${repeated('-')}.a`],
    ['a parameter without a value', repeated('access_token=&')],
  ])('is fast for a long line of %s, and removes a token after it', (_, line) => {
    expect(redact(line).length).toBeLessThan(2_100);
    expect(redact(`${line.slice(0, 1_000)} ${token}`)).not.toContain(token.split('.')[1]);
  });
});
