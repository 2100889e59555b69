import { tokenOf } from '../../support/builders/builders';
import { memoryTokens } from '../../support/fakes/memoryStorage';

test('createTokenStore keeps a token under the key "token", and no other key', () => {
  const { storage, ...tokens } = memoryTokens();
  storage.set('theme', 'dark');
  expect(tokens.read()).toBeNull();
  expect(tokens.save(tokenOf(7))).toBe(true);
  expect(storage.get('token')).toBe(tokenOf(7));
  expect(tokens.read()).toBe(tokenOf(7));
  tokens.remove();
  expect([...storage]).toEqual([['theme', 'dark']]);
});
