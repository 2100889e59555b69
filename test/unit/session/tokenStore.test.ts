import { tokenOf } from '../../support/builders/builders';
import { memoryTokens } from '../../support/fakes/memoryStorage';

describe('createTokenStore', () => {
  test('keeps a token under the key "token", and no other key', () => {
    const { storage, ...tokens } = memoryTokens();
    storage.set('theme', 'dark');
    expect(tokens.read()).toBeNull();
    expect(tokens.save(tokenOf(7))).toBe(true);
    expect(storage.get('token')).toBe(tokenOf(7));
    expect(tokens.read()).toBe(tokenOf(7));
    tokens.remove();
    expect([...storage]).toEqual([['theme', 'dark']]);
  });

  test('stores no token without a user, and keeps the older one', () => {
    const tokens = memoryTokens(tokenOf(7));
    expect(tokens.save('hello')).toBe(false);
    expect(tokens.read()).toBe(tokenOf(7));
  });

  test.each([
    ['the user’s token', tokenOf(7), tokenOf(7)],
    ['another user’s token', tokenOf(8), null],
    ['no token', undefined, null],
  ])('readFor of %s returns %p', (_, stored, expected) =>
    expect(memoryTokens(stored).readFor(7)).toBe(expected),
  );

  test.each([
    [true, 'a token whose exp has passed', tokenOf(7, 1000)],
    [false, 'a token whose exp is later', tokenOf(7, 1001)],
    [false, 'no token', undefined],
  ])('hasExpired is %p for %s', (expected, _, stored) =>
    expect(memoryTokens(stored).hasExpired(1_000_000)).toBe(expected),
  );
});
