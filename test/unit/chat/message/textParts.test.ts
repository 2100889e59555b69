import { isBare, textBlocks } from '../../../../src/chat/message/textParts';

/** The lengths of the blocks, in code points. */
const lengths = (text: string) =>
  textBlocks(text).map((block) => Array.from(block.map((piece) => piece.text).join('')).length);
const join = (text: string) =>
  textBlocks(text)
    .flat()
    .map((piece) => piece.text)
    .join('');

describe('textBlocks', () => {
  test('returns a usual text as one block, with its links', () =>
    expect(textBlocks('Baxın: https://a.az, www.b.az')).toEqual([
      [
        { text: 'Baxın: ' },
        { text: 'https://a.az', url: 'https://a.az' },
        { text: ', ' },
        { text: 'www.b.az', url: 'https://www.b.az' },
      ],
    ]));

  test.each([
    ['a megabyte of words', 'Uzun mesaj. '.repeat(90_000)],
    ['100,000 letters without a space', 'ب'.repeat(100_000)],
    ['10,000 marks', `a${'\u0301'.repeat(10_000)}`],
    ['emoji, which are pairs', '😀'.repeat(5_000)],
    ['white space', ' \n'.repeat(5_000)],
  ])('cuts %s into blocks of at most 1,000 characters, and loses none', (_, text) => {
    expect(Math.max(...lengths(text))).toBeLessThanOrEqual(1_000);
    expect(textBlocks(text).length).toBeLessThanOrEqual(text.length / 400);
    expect(join(text)).toBe(text);
    expect(join(text).isWellFormed()).toBe(true);
  });

  test('ends the blocks of a long text behind spaces, so that no link is cut', () => {
    const text = `${'https://a.az/bir '.repeat(400)}son`;
    const urls = new Set(textBlocks(text).flatMap((block) => block.map(({ url }) => url)));
    expect(urls).toEqual(new Set(['https://a.az/bir', undefined]));
  });

  test('makes no link of a word that is cut', () =>
    expect(
      textBlocks(`https://a.az/${'a'.repeat(5_000)}`)
        .flat()
        .some(({ url }) => url),
    ).toBe(false));
});

describe('isBare', () => {
  const england = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  test.each(['😀', '👍🏽 🎉', '👨‍👩‍👧', '🇦🇿', england, '1️⃣#️⃣', '❤️‍🔥', '☺️'])('is true for %s', (text) =>
    expect(isBare({ text, imageUrl: null })).toBe(true),
  );
  test.each(['', 'a 😀', '😀 a', '1', '😀'.repeat(13), '©', '™', '®', 'ℹ', '↔'])(
    'is false for %p',
    (text) => expect(isBare({ text, imageUrl: null })).toBe(false),
  );
});
