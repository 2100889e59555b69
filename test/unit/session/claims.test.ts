import { isExpired, parseUser } from '../../../src/session/claims';
import { jwt, tokenOf } from '../../support/builders/builders';

const encode = (text: string) => Buffer.from(text).toString('base64url');

/** Tokens that are not usable: malformed, without a valid id, or too long. */
const TOKENS: Record<string, string> = {
  nothing: '',
  dots: '..',
  'many parts': 'a.b.c.d.e',
  'claims that are not JSON': `e30.${encode('{')}.`,
  'claims that are an array': jwt('[]'),
  'claims that are null': jwt('null'),
  'no claims': jwt('{}'),
  'the id null': jwt('{"nameid":null}'),
  'the id a fraction': jwt('{"nameid":7.5}'),
  'the id an unsafe integer': jwt(`{"nameid":${String(2 ** 53)}}`),
  'the id above the safe integers, as a string': jwt('{"nameid":"9007199254740993"}'),
  'the id empty': jwt('{"nameid":""}'),
  'the id after a space': jwt('{"nameid":" 7"}'),
  'the id negative, as a string': jwt('{"nameid":"-7"}'),
  'the id with an exponent': jwt('{"nameid":"7e0"}'),
  'the id with a line break': jwt('{"nameid":"7\\n"}'),
  'the id an object': jwt('{"nameid":{"valueOf":7,"toString":7}}'),
  'the id in the prototype': jwt('{"__proto__":{"nameid":7}}'),
  'claims that are not UTF-8': `e30.${Buffer.from([0xff, 0xfe, 0xc3, 0x28]).toString('base64url')}.`,
};

/** Unusual tokens that are usable, of user 7. Only the provider can judge them. */
const ODD_TOKENS: Record<string, string> = {
  'no algorithm': `${encode('{"alg":"none"}')}.${encode('{"nameid":7}')}.`,
  'no header': `.${encode('{"nameid":7}')}.`,
  'the id an array': jwt('{"nameid":[7]}'),
  'a usable id after an unusable one': jwt('{"nameid":"x","sub":"7"}'),
  'a __proto__ claim': jwt('{"__proto__":{"polluted":1},"nameid":7}'),
  'a name with markup': jwt(
    JSON.stringify({ nameid: 7, unique_name: '<script>document.title = "broken"</script>' }),
  ),
  'an expiry that is a string': jwt('{"nameid":7,"exp":"soon"}'),
  'an expiry that is infinite': jwt('{"nameid":7,"exp":-1e999}'),
};

const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

describe('parseUser', () => {
  const openId = { sub: '3', name: 'c' };
  const aspNetCore = { nameid: '2', unique_name: 'b', ...openId };
  const wsFederation = { [`${WS}/nameidentifier`]: '1', [`${WS}/name`]: 'a', ...aspNetCore };

  test.each([
    ['WS-Federation first', wsFederation, { id: 1, username: 'a' }],
    ['then ASP.NET Core’s names', aspNetCore, { id: 2, username: 'b' }],
    ['then OpenID Connect’s names', openId, { id: 3, username: 'c' }],
    ['several values', { nameid: ['7', '8'], unique_name: ['a', 'b'] }, { id: 7, username: 'a' }],
    [
      'other names, if unusable',
      { nameid: 'admin', unique_name: 5, ...openId },
      { id: 3, username: 'c' },
    ],
    ['of different standards', { nameid: 7, name: 'c' }, { id: 7, username: 'c' }],
  ])('parses claims of %s', (_, claims, user) =>
    expect(parseUser(jwt(claims))).toEqual({ ...user, role: 'user' }),
  );

  test.each([
    ['a number', 7, 7],
    ['a string with leading zeros', '007', 7],
    ['zero', 0, 0],
    ['the largest integer as a string', '9007199254740991', 2 ** 53 - 1],
  ])('accepts an id that is %s', (_, claim, id) =>
    expect(parseUser(jwt({ nameid: claim }))?.id).toBe(id),
  );

  test.each([
    ['a JWT whose payload is not base64', 'e30.%%%.x'],
    ['a JWT after a space', ` ${tokenOf(7)}`],
    ['a JWT with a letter that no header can carry', `${tokenOf(7)}ə`],
    ['longer than 32 KB', tokenOf(7).padEnd(32 * 1024 + 1, 'x')],
    ...Object.entries(TOKENS),
  ])('returns undefined for a token that is or has %s, which never expires', (_, token) => {
    expect(parseUser(token)).toBeUndefined();
    expect(isExpired(token, Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  test.each([
    ['32 KB', tokenOf(7).padEnd(32 * 1024, 'x')],
    ['an exp that has passed', tokenOf(7, 1)],
    ...Object.entries(ODD_TOKENS),
  ])('returns id, name and role alone for an unusual token with %s', (_, token) => {
    const user = parseUser(token);
    expect(user).toStrictEqual({ id: 7, username: expect.any(String) as string, role: 'user' });
    expect('polluted' in {}).toBe(false);
  });

  test.each([
    ['missing', {}],
    ['null', { unique_name: null }],
  ])('returns an empty name if the name claim is %s, and the role user always', (_, claims) => {
    expect(parseUser(jwt({ nameid: 7, role: 'admin', ...claims }))).toEqual({
      id: 7,
      username: '',
      role: 'user',
    });
  });
});

test.each([
  [false, 'before exp', { exp: 1000 }, 999_999],
  [true, 'at exp', { exp: 1000 }, 1_000_000],
  [false, 'if exp is missing', {}, 2_000_000],
  [false, 'if exp is a string', { exp: '1' }, 2_000_000],
])('isExpired is %p %s', (expected, _, claims, now) =>
  expect(isExpired(jwt({ nameid: 7, ...claims }), now)).toBe(expected),
);
