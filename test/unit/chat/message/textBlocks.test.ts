import fc from 'fast-check';
import { firstBlock, isEmojiOnly, textBlocks } from '../../../../src/chat/message/textBlocks';
import { TEXTS } from '../../../support/builders/hostile';

const linksOf = (text: string) =>
  textBlocks(text)
    .flat()
    .filter(({ kind }) => kind === 'link')
    .map((piece) => piece.text);

describe('textBlocks', () => {
  test('splits a text at its links, which have an absolute address', () => {
    expect(textBlocks('Baxın: www.bank.az, sağ olun')).toEqual([
      [
        { kind: 'text', text: 'Baxın: ' },
        { kind: 'link', text: 'www.bank.az', url: 'https://www.bank.az' },
        { kind: 'text', text: ', sağ olun' },
      ],
    ]);
  });

  test('keeps a text of usual length in one block', () => {
    expect(textBlocks('Salam '.repeat(500))).toHaveLength(1);
    expect(textBlocks('')).toEqual([]);
  });

  test('splits a long text after a space, or inside a very long word, never inside a character', () => {
    const lengths = (text: string) =>
      textBlocks(text).map((pieces) => pieces.map((piece) => piece.text).join('').length);
    expect(lengths('salam '.repeat(2_000))).toEqual([3_996, 3_996, 3_996, 12]);
    expect(lengths('a'.repeat(10_000))).toEqual([4_000, 4_000, 2_000]);
    expect(lengths('ə'.repeat(2_500))).toEqual([1_000, 1_000, 500]);
    expect(lengths(`ə${'😀'.repeat(1_000)}`)).toEqual([999, 1_000, 2]);
  });

  test('splits marks and modifiers in a row into runs of 64 characters', () => {
    const kinds = (text: string) =>
      textBlocks(text).map((pieces) =>
        pieces.map((piece) => [piece.kind, Array.from(piece.text).length]),
      );
    expect(kinds(`a${'\u0301'.repeat(64)}b`)).toEqual([[['text', 66]]]);
    expect(kinds(`a${'\u0301'.repeat(150)}b`)).toEqual([
      [
        ['text', 1],
        ['run', 64],
        ['run', 64],
        ['run', 22],
        ['text', 1],
      ],
    ]);
    expect(kinds('\u{1f3fb}'.repeat(100))).toEqual([
      [
        ['run', 64],
        ['run', 36],
      ],
    ]);
  });

  test('makes no link of a URL that is cut at the end of a block', () => {
    const url = `https://a.az/${'ə'.repeat(2_000)}`;
    expect(linksOf(url)).toEqual([]);
    expect(linksOf(`https://a.az/${'a'.repeat(5_000)}`)).toEqual([]);
    const long = `https://a.az/${'a'.repeat(3_900)}`;
    expect(linksOf(`${long} ${long}`)).toEqual([long, long]);
  });

  test('makes the first 200 links clickable and leaves further ones as text', () => {
    expect(linksOf('https://a.az/ '.repeat(3_000))).toHaveLength(200);
  });

  test('splits any text into pieces that make up the whole text', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'https://a.az/',
        ' ',
        '\n',
        '.',
        ')',
        'a'.repeat(3_990),
        '😀'.repeat(2_001),
        '\u0301'.repeat(70),
      ),
    );
    const text = fc.array(part).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (whole) => {
        const pieces = textBlocks(whole).flat();
        expect(pieces.map((piece) => piece.text).join('')).toBe(whole);
        expect(pieces.filter((piece) => piece.text === '')).toEqual([]);
      }),
    );
  });
});

describe('a hostile text', () => {
  test.each(Object.entries(TEXTS))('is kept, and has only safe links: %s', (_, text) => {
    const pieces = textBlocks(text).flat();
    expect(pieces.map((piece) => piece.text).join('') === text).toBe(true);
    const urls = pieces.filter(({ kind }) => kind === 'link').map((piece) => piece.text);
    expect(urls.length).toBeLessThanOrEqual(200);
    for (const url of urls) {
      expect(new URL(url).protocol).toMatch(/^https?:$/);
      expect(url).not.toMatch(/[\p{Bidi_Control}<>"'\s]/u);
    }
  });
});

describe('firstBlock', () => {
  test('is the beginning of a long text', () => {
    expect(firstBlock('salam '.repeat(2_000))).toBe('salam '.repeat(666));
    expect(firstBlock('ə'.repeat(2_500))).toBe('ə'.repeat(1_000));
    expect(firstBlock(`a${'\u0301'.repeat(200)}b`)).toBe(`a${'\u0301'.repeat(64)}`);
  });

  test('is all of a short text', () => {
    expect(firstBlock('Salam')).toBe('Salam');
    expect(firstBlock('')).toBe('');
  });
});

describe('isEmojiOnly', () => {
  test.each([
    ['👍', true],
    ['❤️ 👨‍👩‍👧\n👍🏽', true],
    ['🇦🇿', true],
    ['👍'.repeat(12), true],
    ['👍'.repeat(13), false],
    ['👍 ok', false],
    ['🇦', false],
    ['1', false],
    [' ', false],
    ['', false],
  ])('of %j is %s', (text, expected) => expect(isEmojiOnly(text)).toBe(expected));
});
