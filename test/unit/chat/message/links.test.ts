import { findLinks } from '../../../../src/chat/message/links';

describe('findLinks', () => {
  test.each([
    ['https://example.az/a?b=1.', ['https://example.az/a?b=1']],
    ['(https://example.az/a), http://b.az!', ['https://example.az/a', 'http://b.az']],
    ['HTTPS://Example.az', ['HTTPS://Example.az']],
    ['https://example.az/(a)b', ['https://example.az/(a)b']],
    ['Baxın:https://example.az\nsağ olun', ['https://example.az']],
    ['https://a.az/\u202egnp', ['https://a.az/']],
    ['<https://a.az> "https://b.az"', ['https://a.az', 'https://b.az']],
    ['https://', []],
    ['https://...', []],
    ['javascript:alert(1) ftp://a.az a.az //a.az', []],
    ['Baxın: www.bank.az/a, WWW.bank.az', ['www.bank.az/a', 'WWW.bank.az']],
    ['(yazın: destek@bank.az)', ['destek@bank.az']],
    [
      '(https://az.wikipedia.org/wiki/Bakı_(şəhər))',
      ['https://az.wikipedia.org/wiki/Bakı_(şəhər)'],
    ],
  ])('returns the links of %p: %p', (text, links) =>
    expect(findLinks(text).map(({ start, end }) => text.slice(start, end))).toEqual(links),
  );

  test('returns an absolute URL for each link', () => {
    const text = 'www.bank.az HTTP://a.az destek@bank.az mailto:a@bank.az';
    expect(findLinks(text).map(({ url }) => url)).toEqual([
      'https://www.bank.az',
      'HTTP://a.az',
      'mailto:destek@bank.az',
      'mailto:a@bank.az',
    ]);
  });
});
