import { plainText } from '../../../src/contract/plainText';

describe('plainText', () => {
  test.each([
    ['trimmed', ' a b\n', 'a b'],
    ['with other line ends', 'a\nb', 'a\r\nb'],
    ['with encoded signs', '<b> & "c" \'d\'', '&lt;b&gt; &amp; &quot;c&quot; &#39;d&apos;'],
    ['with encoded letters', 'necə', 'nec&#x259;'],
    ['with decimal references', 'necə', 'nec&#601;'],
    ['encoded twice', 'a < b', 'a &amp;lt; b'],
    ['encoded, though it looks encoded', 'write &amp; here', 'write &amp;amp; here'],
    ['decomposed', 'ö', 'o\u0308'],
    ['with an encoded space', 'a b', 'a&nbsp;b'],
    ['without its tags', 'a <b>c</b>', 'a c'],
  ])('is the same for a text and for the text %s', (_, text, stored) =>
    expect(plainText(stored)).toBe(plainText(text)),
  );

  test.each([
    ['letters', 'a', 'b'],
    ['case', 'a', 'A'],
    ['words', 'a b', 'ab'],
    ['emoji', '😀', '😁'],
    ['comparisons', 'a < b', 'a > b'],
  ])('differs for different %s', (_, text, other) =>
    expect(plainText(other)).not.toBe(plainText(text)),
  );

  test.each(['<ad>', ' \n', '&nbsp;'])('is the text itself if nothing else is left: %p', (text) =>
    expect(plainText(text)).toBe(text),
  );

  test('keeps tags if asked to', () => expect(plainText('<b>a</b>', false)).toBe('<b>a</b>'));

  test('does not normalise a text above 10,000 characters, which would take seconds', () => {
    const marks = 'a\u0308'.repeat(5_001);
    expect(plainText(marks)).toBe(marks);
  });

  test('accepts a character reference above the last code point', () =>
    expect(plainText('&#99999999999;')).toBe('\u{10ffff}'));
});
