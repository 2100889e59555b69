import { isDamagedCopy } from '../../../../src/messages/merge/isDamagedCopy';
import { own } from '../../../support/builders/builders';

const isCopy = (stored: string | null, posted: string) =>
  isDamagedCopy(own({ text: stored }), own({ text: posted }));

describe('isDamagedCopy', () => {
  test.each([
    ['a question mark for each letter outside the code page', 'nec?, ?ox sa?', 'necə, çox sağ'],
    ['a replacement character', 'nec\uFFFD', 'necə'],
    ['question marks only', '????', 'əğşı'],
    ['two question marks for an emoji', 'salam ?? ay', 'salam 👋 ay'],
    ['one question mark for an emoji', 'salam ? ay', 'salam 👋 ay'],
    ['a text that ends before an emoji', 'salam ', 'salam 👋 necəsən'],
    ['no text, because it began with an emoji', null, '👋 salam'],
    ['a text that ends at a length', 'birinci iki', 'birinci ikinci'],
    ['no soft hyphens and joiners', 'salam', 'sa\u00ADl\u200Bam'],
    ['no emoji', 'salam ay', 'salam 👋 ay'],
    ['encoded characters', 'a &amp; nec?', 'a & necə'],
  ])('is true if the server keeps %s', (_, stored, posted) =>
    expect(isCopy(stored, posted)).toBe(true),
  );

  test.each([
    ['another letter', 'nece', 'necə'],
    ['a question mark for an ASCII letter', 'n?ce', 'nece'],
    ['a longer text', 'salam ay', 'salam'],
    ['a part from the middle', 'lam', 'salam'],
  ])('is false if the server has %s', (_, stored, posted) =>
    expect(isCopy(stored, posted)).toBe(false),
  );

  test('compares the images', () => {
    const posted = own({ imageUrl: 'a.png' });
    expect(isDamagedCopy(own({ imageUrl: 'a.png?sig=1' }), posted)).toBe(true);
    expect(isDamagedCopy(own({ imageUrl: 'b.png' }), posted)).toBe(false);
    expect(isDamagedCopy(own(), posted)).toBe(false);
  });
});
