import { hashOf } from '../../../src/platform/hash';

describe('hashOf', () => {
  test.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('returns the published FNV-1a hash of "%s"', (text, hash) => {
    expect(hashOf(text)).toBe(hash);
  });

  test('distinguishes texts that differ in one letter, at each place', () => {
    const text = 'Salam, ə'.repeat(100);
    const changed = Array.from(
      text,
      (_, index) => `${text.slice(0, index)}x${text.slice(index + 1)}`,
    );
    expect(new Set([text, ...changed].map(hashOf)).size).toBe(changed.length + 1);
  });
});
