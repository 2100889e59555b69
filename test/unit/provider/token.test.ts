import { createTokenStore, isExpired, readUser, signedInUser } from '../../../src/provider/token';
import { jwt, tokenOf } from '../../support/jwt';
import { memoryTokens } from '../../support/memoryStorage';

const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

describe('the user of a token', () => {
  test.each([
    ['WS-Federation', { [`${WS}/nameidentifier`]: '7', [`${WS}/name`]: 'Aygün' }],
    ['short names', { nameid: '7', unique_name: 'Aygün' }],
    ['JWT names', { sub: '7', name: 'Aygün' }],
    ['mixed names', { nameid: 7, name: 'Aygün' }],
  ])('is read from claims with %s', (_, claims) => {
    expect(readUser(jwt(claims))).toEqual({ id: 7, username: 'Aygün', role: 'user' });
  });

  test.each<[string, object, { id: number; username: string }]>([
    [
      'WS-Federation before the others',
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
      'short before JWT',
      { sub: '3', name: 'c', nameid: '2', unique_name: 'b' },
      { id: 2, username: 'b' },
    ],
  ])('is read by the order of the claims: %s', (_, claims, user) => {
    expect(readUser(jwt(claims))).toMatchObject(user);
  });

  test.each([
    ['a number', 7, 7],
    ['a text', '7', 7],
    ['a text with leading zeros', '007', 7],
    ['zero', 0, 0],
    ['negative', -7, -7],
    ['the largest integer', 2 ** 53 - 1, 2 ** 53 - 1],
    ['the largest integer as a text', '9007199254740991', 2 ** 53 - 1],
  ])('has an id that is %s', (_, claim, id) => {
    expect(readUser(jwt({ nameid: claim }))?.id).toBe(id);
  });

  test.each([
    ['a fraction', 7.5],
    ['a fraction as a text', '7.5'],
    ['beyond the integers', 2 ** 53],
    ['beyond the integers as a text', '9007199254740993'],
    ['in exponents', '7e1'],
    ['hexadecimal', '0x7'],
    ['empty', ''],
    ['blank', ' '],
    ['padded', ' 7'],
    ['followed by something', '7 '],
    ['a name', 'admin'],
    ['true', true],
    ['null', null],
    ['a list', ['7']],
    ['a list of numbers', [7]],
    ['an object', { id: 7 }],
  ])('is nobody where the id is %s', (_, claim) => {
    expect(readUser(jwt({ nameid: claim }))).toBeUndefined();
  });

  test('is nobody where the first id claim is unusable, whatever the later ones hold', () => {
    expect(readUser(jwt({ nameid: 'admin', sub: '7' }))).toBeUndefined();
  });

  test.each([
    ['missing', {}],
    ['a number', { unique_name: 994 }],
    ['null', { unique_name: null }],
    ['a list', { unique_name: ['a'] }],
  ])('has an empty name where the name is %s', (_, claims) => {
    expect(readUser(jwt({ nameid: 7, ...claims }))?.username).toBe('');
  });

  test.each([
    ['inherited', '{"__proto__":{"nameid":"7"}}'],
    ['under the name of a method', '{"constructor":{"nameid":"7"}}'],
  ])('is not read from claims that are %s', (_, claims) => {
    expect(readUser(jwt(claims))).toBeUndefined();
  });

  test('a claim called __proto__ harms nothing', () => {
    expect(readUser(jwt('{"__proto__":{"role":"admin"},"nameid":"7"}'))).toEqual({
      id: 7,
      username: '',
      role: 'user',
    });
  });

  test('is a user, whatever role the token claims', () => {
    expect(readUser(jwt({ nameid: 7, role: 'admin' }))?.role).toBe('user');
  });

  test('is read although the time of the token is over', () => {
    expect(readUser(tokenOf(7, 1))?.id).toBe(7);
  });

  test.each([
    ['empty', ''],
    ['no JWT', 'hello'],
    ['dots alone', '..'],
    ['a payload that is no base64', 'e30.%%%.x'],
    ['a payload that is no JSON', `e30.${Buffer.from('{').toString('base64url')}.x`],
    ['a payload that is null', jwt(null)],
    ['a payload that is a number', jwt('7')],
    ['a payload that is a text', jwt('"7"')],
    ['a payload that is a list', jwt([7])],
    ['an empty payload', jwt({})],
  ])('is nobody where the token is unreadable: %s', (_, token) => {
    expect(readUser(token)).toBeUndefined();
    expect(isExpired(token, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

describe('a token is over', () => {
  test.each([
    ['a millisecond before', 999_999, false],
    ['in the very moment', 1_000_000, true],
    ['later', 2_000_000, true],
  ])('%s: %p', (_, now, expected) => {
    expect(isExpired(tokenOf(7, 1000), now)).toBe(expected);
  });

  test.each([
    ['it says not when', {}],
    ['it says so in a text', { exp: '1' }],
    ['it says null', { exp: null }],
  ])('never, where %s', (_, claims) => {
    expect(isExpired(jwt({ nameid: 7, ...claims }), 2_000_000)).toBe(false);
  });
});

describe('the stored token', () => {
  test('lies under the key "token" and nowhere else', () => {
    const { storage, ...tokens } = memoryTokens();
    expect(tokens.read()).toBeNull();
    tokens.save('a.b.c');
    expect([...storage]).toEqual([['token', 'a.b.c']]);
    expect(tokens.read()).toBe('a.b.c');
    tokens.remove();
    expect(storage.size).toBe(0);
  });

  test('other keys of the storage are left alone', () => {
    const kept = new Map([['theme', 'dark']]);
    const tokens = createTokenStore({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: (key) => kept.delete(key),
    });
    tokens.save('x');
    tokens.remove();
    expect([...kept]).toEqual([['theme', 'dark']]);
  });

  test('restores its user and stays', () => {
    const tokens = memoryTokens(tokenOf(7));
    expect(signedInUser(tokens)).toEqual({ id: 7, username: '+994501234567', role: 'user' });
    expect(tokens.read()).toBe(tokenOf(7));
  });

  test.each(['hello', '', jwt({ nameid: 'x' })])('is removed where it is unusable: %p', (token) => {
    const tokens = memoryTokens(token);
    expect(signedInUser(tokens)).toBeUndefined();
    expect(tokens.storage.size).toBe(0);
  });

  test('nobody is signed in without one', () => {
    expect(signedInUser(memoryTokens())).toBeUndefined();
  });
});
