import {
  belongsTo,
  createTokenStore,
  isExpired,
  parseUser,
  readStoredUser,
} from '../../../src/services/tokenStore';
import { jwt, tokenOf } from '../../support/builders/builders';
import { memoryTokens } from '../../support/fakes/memoryStorage';

const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

describe('parseUser', () => {
  test.each([
    ['WS-Federation', { [`${WS}/nameidentifier`]: '7', [`${WS}/name`]: 'Aygün' }],
    ['ASP.NET Core names', { nameid: '7', unique_name: 'Aygün' }],
    ['OpenID Connect names', { sub: '7', name: 'Aygün' }],
    ['mixed names', { nameid: 7, name: 'Aygün' }],
  ])('parses claims with %s', (_, claims) => {
    expect(parseUser(jwt(claims))).toEqual({ id: 7, username: 'Aygün', role: 'user' });
  });

  test.each<[string, object, { id: number; username: string }]>([
    [
      'WS-Federation before the other names',
      {
        sub: '3',
        name: 'c',
        nameid: '2',
        unique_name: 'b',
        [`${WS}/nameidentifier`]: '1',
        [`${WS}/name`]: 'a',
      },
      { id: 1, username: 'a' },
    ],
    [
      'ASP.NET Core before OpenID Connect',
      { sub: '3', name: 'c', nameid: '2', unique_name: 'b' },
      { id: 2, username: 'b' },
    ],
  ])('prefers %s', (_, claims, user) => {
    expect(parseUser(jwt(claims))).toMatchObject(user);
  });

  test.each([
    ['a number', 7, 7],
    ['a string', '7', 7],
    ['a string with leading zeros', '007', 7],
    ['zero', 0, 0],
    ['a negative number', -7, -7],
    ['the largest integer', 2 ** 53 - 1, 2 ** 53 - 1],
    ['the largest integer as a string', '9007199254740991', 2 ** 53 - 1],
  ])('accepts an id that is %s', (_, claim, id) => {
    expect(parseUser(jwt({ nameid: claim }))?.id).toBe(id);
  });

  test.each([
    ['a fraction', 7.5],
    ['a fraction as a string', '7.5'],
    ['above the safe integers', 2 ** 53],
    ['above the safe integers as a string', '9007199254740993'],
    ['in exponential notation', '7e1'],
    ['hexadecimal', '0x7'],
    ['empty', ''],
    ['a space', ' '],
    ['a number after a space', ' 7'],
    ['a number before a space', '7 '],
    ['a name', 'admin'],
    ['true', true],
    ['null', null],
    ['an array of strings', ['7']],
    ['an array of numbers', [7]],
    ['an object', { id: 7 }],
  ])('returns undefined for an id that is %s', (_, claim) => {
    expect(parseUser(jwt({ nameid: claim }))).toBeUndefined();
  });

  test('returns undefined if the first id claim is unusable, whatever the later ones are', () => {
    expect(parseUser(jwt({ nameid: 'admin', sub: '7' }))).toBeUndefined();
  });

  test.each([
    ['missing', {}],
    ['a number', { unique_name: 994 }],
    ['null', { unique_name: null }],
    ['an array', { unique_name: ['a'] }],
  ])('returns an empty name if the name claim is %s', (_, claims) => {
    expect(parseUser(jwt({ nameid: 7, ...claims }))?.username).toBe('');
  });

  test.each([
    ['nested in __proto__', '{"__proto__":{"nameid":"7"}}'],
    ['nested in constructor', '{"constructor":{"nameid":"7"}}'],
  ])('ignores claims that are %s', (_, claims) => {
    expect(parseUser(jwt(claims))).toBeUndefined();
  });

  test('parses the other claims beside one called __proto__', () => {
    expect(parseUser(jwt('{"__proto__":{"role":"admin"},"nameid":"7"}'))).toEqual({
      id: 7,
      username: '',
      role: 'user',
    });
  });

  test('returns the role user, whatever role the token claims', () => {
    expect(parseUser(jwt({ nameid: 7, role: 'admin' }))?.role).toBe('user');
  });

  test('parses an expired token', () => {
    expect(parseUser(tokenOf(7, 1))?.id).toBe(7);
  });

  test.each([
    ['empty', ''],
    ['not a JWT', 'hello'],
    ['only dots', '..'],
    ['a JWT whose payload is not base64', 'e30.%%%.x'],
    ['a JWT whose payload is not JSON', `e30.${Buffer.from('{').toString('base64url')}.x`],
    ['a JWT whose payload is null', jwt(null)],
    ['a JWT whose payload is a number', jwt('7')],
    ['a JWT whose payload is a string', jwt('"7"')],
    ['a JWT whose payload is an array', jwt([7])],
    ['a JWT without claims', jwt({})],
    ['a JWT after a space', ` ${tokenOf(7)}`],
    ['a JWT before a line break', `${tokenOf(7)}\n`],
    ['a JWT with a letter that no header can carry', `${tokenOf(7)}ə`],
  ])('returns undefined for a token that is %s', (_, token) => {
    expect(parseUser(token)).toBeUndefined();
    expect(isExpired(token, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

describe('the length of a token', () => {
  const ofLength = (length: number) => tokenOf(7).padEnd(length, 'x');

  test.each([
    ['accepted up to 32 KB', 32 * 1024, 7],
    ['rejected above 32 KB', 32 * 1024 + 1, undefined],
  ])('is %s', (_, length, id) => {
    expect(parseUser(ofLength(length))?.id).toBe(id);
  });
});

describe('belongsTo', () => {
  test.each([
    [true, 'the user’s token', tokenOf(7)],
    [false, 'another user’s token', tokenOf(8)],
    [false, 'an unusable token', 'hello'],
    [false, 'no token', null],
  ])('is %p for %s', (expected, _, token) => {
    expect(belongsTo(token, 7)).toBe(expected);
  });
});

describe('isExpired', () => {
  test.each([
    [false, 'a millisecond before exp', 999_999],
    [true, 'at exp', 1_000_000],
    [true, 'after exp', 2_000_000],
  ])('is %p %s', (expected, _, now) => {
    expect(isExpired(tokenOf(7, 1000), now)).toBe(expected);
  });

  test.each([
    ['is missing', {}],
    ['is a string', { exp: '1' }],
    ['is null', { exp: null }],
  ])('is false if exp %s', (_, claims) => {
    expect(isExpired(jwt({ nameid: 7, ...claims }), 2_000_000)).toBe(false);
  });
});

describe('token store', () => {
  test('keeps the token under the key "token" only', () => {
    const { storage, ...tokens } = memoryTokens();
    expect(tokens.read()).toBeNull();
    tokens.save('a.b.c');
    expect([...storage]).toEqual([['token', 'a.b.c']]);
    expect(tokens.read()).toBe('a.b.c');
    tokens.remove();
    expect(storage.size).toBe(0);
  });

  test('keeps other keys of the storage', () => {
    const storage = new Map([['theme', 'dark']]);
    const tokens = createTokenStore({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => storage.set(key, value),
      removeItem: (key) => storage.delete(key),
    });
    tokens.save('x');
    tokens.remove();
    expect([...storage]).toEqual([['theme', 'dark']]);
  });
});

describe('readStoredUser', () => {
  test('returns the user and keeps the token', () => {
    const tokens = memoryTokens(tokenOf(7));
    expect(readStoredUser(tokens)).toEqual({ id: 7, username: '+994501234567', role: 'user' });
    expect(tokens.read()).toBe(tokenOf(7));
  });

  test.each(['hello', '', jwt({ nameid: 'x' })])('removes the unusable token %p', (token) => {
    const tokens = memoryTokens(token);
    expect(readStoredUser(tokens)).toBeUndefined();
    expect(tokens.storage.size).toBe(0);
  });

  test('returns undefined without a token', () => {
    expect(readStoredUser(memoryTokens())).toBeUndefined();
  });
});
