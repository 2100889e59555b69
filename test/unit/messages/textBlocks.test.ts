import fc from 'fast-check';
import { beginningOf, textBlocks } from '../../../src/messages/textBlocks';

/** The links of a text. */
const linksOf = (text: string) =>
  textBlocks(text)
    .flat()
    .filter(({ isLink }) => isLink)
    .map((piece) => piece.text);

test.each([
  ['https://example.az/a?b=1.', ['https://example.az/a?b=1']],
  ['(https://example.az/a), http://b.az!', ['https://example.az/a', 'http://b.az']],
  ['HTTPS://Example.az', ['HTTPS://Example.az']],
  ['https://example.az/(a)b', ['https://example.az/(a)b']],
  ['Baxın:https://example.az\nsağ olun', ['https://example.az']],
  ['https://a.az/\u202egnp', ['https://a.az/']],
  ['https://', []],
  ['https://...', []],
  ['javascript:alert(1) ftp://a.az www.a.az', []],
])('%p has the links %p', (text, links) => {
  expect(linksOf(text)).toEqual(links);
});

test('a text of a usual length is one block', () => {
  expect(textBlocks('Salam '.repeat(500))).toHaveLength(1);
  expect(textBlocks('')).toEqual([]);
});

test('a long text is divided behind words, or within one that is too long, never within a character', () => {
  const lengths = (text: string) =>
    textBlocks(text).map((pieces) => pieces.map((piece) => piece.text).join('').length);
  expect(lengths('salam '.repeat(2_000))).toEqual([3_996, 3_996, 3_996, 12]);
  expect(lengths('a'.repeat(10_000))).toEqual([4_000, 4_000, 2_000]);
  expect(lengths(`a${'😀'.repeat(4_000)}`)).toEqual([3_999, 4_000, 2]);
});

test('the beginning of a text is its first block', () => {
  expect(beginningOf('salam '.repeat(2_000))).toBe('salam '.repeat(666));
  expect(beginningOf('Salam')).toBe('Salam');
  expect(beginningOf('')).toBe('');
});

test('of very many links the first two hundred are links, the others text', () => {
  expect(linksOf('https://a.az/ '.repeat(3_000))).toHaveLength(200);
});

test('whatever the text is, all its pieces together are the text', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('https://a.az/', ' ', '\n', '.', ')', 'a'.repeat(3_990), '😀'.repeat(2_001)),
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
