import { normaliseText } from '../../../src/contract/messageText';

describe('normaliseText', () => {
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
    expect(normaliseText(stored)).toBe(normaliseText(text)),
  );

  test.each([
    ['letters', 'a', 'b'],
    ['case', 'a', 'A'],
    ['words', 'a b', 'ab'],
    ['emoji', '😀', '😁'],
    ['comparisons', 'a < b', 'a > b'],
  ])('differs for different %s', (_, text, other) =>
    expect(normaliseText(other)).not.toBe(normaliseText(text)),
  );

  test.each(['<ad>', ' \n', '&nbsp;'])('is the text itself if nothing else is left: %p', (text) =>
    expect(normaliseText(text)).toBe(text),
  );

  test('keeps tags if asked to', () => expect(normaliseText('<b>a</b>', false)).toBe('<b>a</b>'));

  test('does not normalise the Unicode of a text above 10,000 characters, which would take seconds', () => {
    const marks = 'a\u0308'.repeat(5_001);
    expect(normaliseText(marks)).toBe(marks);
  });

  test('is the text itself above 100,000 characters, so that no key press waits for it', () => {
    const text = ' '.repeat(99_999) + 'a';
    expect(normaliseText(text)).toBe('a');
    expect(normaliseText(` ${text}`)).toBe(` ${text}`);
  });

  test('accepts a character reference above the last code point', () =>
    expect(normaliseText('&#99999999999;')).toBe('\u{10ffff}'));
});
