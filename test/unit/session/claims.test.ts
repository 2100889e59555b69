import { isExpired, parseUser } from '../../../src/session/claims';
import { jwt, tokenOf } from '../../support/builders/builders';
import { ODD_TOKENS, TOKENS } from '../../support/builders/hostile';

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
    ['the id above the safe integers, as a string', { nameid: '9007199254740993' }],
    ['the id empty', { nameid: '' }],
    ['the id after a space', { nameid: ' 7' }],
    ['the id in __proto__', '{"__proto__":{"nameid":"7"}}'],
  ])('returns undefined for a token with %s', (_, claims) =>
    expect(parseUser(jwt(claims))).toBeUndefined(),
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

describe('isExpired', () => {
  test.each([
    [false, 'before exp', { exp: 1000 }, 999_999],
    [true, 'at exp', { exp: 1000 }, 1_000_000],
    [false, 'if exp is missing', {}, 2_000_000],
    [false, 'if exp is a string', { exp: '1' }, 2_000_000],
  ])('is %p %s', (expected, _, claims, now) =>
    expect(isExpired(jwt({ nameid: 7, ...claims }), now)).toBe(expected),
  );
});
