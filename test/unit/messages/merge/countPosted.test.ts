import { countOwnCopies } from '../../../../src/messages/merge/countPosted';
import { entry, incoming, own } from '../../../support/builders/builders';

describe('countOwnCopies', () => {
  test('counts own messages whose texts differ only in what servers change', () => {
    const texts = ['a & b', ' a &amp; b\r\n', 'a', null];
    const list = texts.map((text, key) => entry(key, own({ text })));
    const all = [...list, entry(9, incoming({ text: 'a & b' }))];
    expect(countOwnCopies(all, 7, 'a & b')).toBe(2);
    expect(countOwnCopies(all, 7, '')).toBe(0);
  });
});
