import { resolveImageUrl } from '../../../../src/chat/message/imageUrl';

const HOST = 'https://chat.example.az';

describe('resolveImageUrl', () => {
  test.each([
    ['a relative path', 'uploads/a.png', 'uploads/a.png'],
    ['a leading slash', '/uploads/a.png', 'uploads/a.png'],
    ['many slashes and backslashes', '/\\//\\evil.example/a.png', 'evil.example/a.png'],
    ['another host', 'https://evil.example/a.png', 'https://evil.example/a.png'],
    ['a # in its name', 'foto #1 #2.png?v=1', 'foto %231 %232.png?v=1'],
    ['an empty value', '', ''],
  ])('keeps the provider as the host with %s', (_, imageUrl, path) =>
    expect(resolveImageUrl(HOST, imageUrl)).toBe(`${HOST}/${path}`),
  );

  test.each([
    ['a host after a tab', '\t//evil.example/a.png'],
    ['a host after a slash and a tab', '/\t/evil.example/a.png'],
    ['a host after a NUL character', '\u0000//evil.example/a.png'],
    ['a host after a user name', '@evil.example/a.png'],
    ['a host after a port', ':80@evil.example/a.png'],
    ['a host after parent folders', '../../evil.example/a.png'],
    ['an attribute after a quote', '"onerror="alert(1)'],
    ['an unpaired surrogate', 'uploads/\ud83d.png'],
    ['an incomplete percent encoding', 'uploads/%'],
    ['a name of a megabyte', `uploads/${'a'.repeat(1_000_000)}.png`],
  ])('never resolves to another host: %s', (_, imageUrl) =>
    expect(new URL(resolveImageUrl(HOST, imageUrl) ?? '').origin).toBe(HOST),
  );

  test.each([
    '../a.png',
    '../support-of-others/a.png',
    '.%2E/a.png',
    '..\\a.png',
    '../'.repeat(1_000),
  ])('rejects a path that leaves the provider’s folder: %.20s', (imageUrl) => {
    expect(resolveImageUrl('https://example.az/support', imageUrl)).toBeUndefined();
  });

  test.each(['a.png', '..%2fa.png', '%252e%252e/a.png', 'uploads/../a.png', './a.png'])(
    'accepts a path that stays in the provider’s folder: %s',
    (imageUrl) => {
      expect(resolveImageUrl('https://example.az/support', imageUrl)).toBe(
        `https://example.az/support/${imageUrl}`,
      );
    },
  );
});
