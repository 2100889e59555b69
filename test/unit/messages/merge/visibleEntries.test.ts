import { hasSameRows } from '../../../../src/messages/merge/visibleEntries';
import { entry, incoming } from '../../../support/builders/builders';

describe('hasSameRows', () => {
  const message = incoming();
  const list = [entry(1, message), entry(2, message)];

  test('is true for the same messages with the same keys, whatever their origins are', () => {
    expect(hasSameRows(list, [entry(1, message, 'live'), entry(2, message)])).toBe(true);
    expect(hasSameRows([], [])).toBe(true);
  });

  test.each([
    ['a rounded time', incoming({ timestamp: '2026-03-05T10:00:59.000Z' })],
    ['a new signature', incoming({ imageUrl: 'a.png?sig=2' })],
  ])('is true with %s, which no row shows', (_, stored) => {
    const shown = { ...stored, timestamp: message.timestamp, imageUrl: stored.imageUrl && 'a.png' };
    expect(hasSameRows([entry(1, shown)], [entry(1, stored)])).toBe(true);
  });

  test.each([
    ['a row fewer', [entry(1, message)]],
    ['a row more', [...list, entry(3, message)]],
    ['another key', [entry(1, message), entry(3, message)]],
    ['another text', [entry(1, message), entry(2, incoming({ text: 'b' }))]],
    ['another image', [entry(1, message), entry(2, incoming({ imageUrl: 'b.png' }))]],
    ['another minute', [entry(1), entry(2, incoming({ timestamp: '2026-03-05T10:01:00.000Z' }))]],
    ['no time', [entry(1, message), entry(2, incoming({ timestamp: null }))]],
    ['no rows', []],
  ])('is false with %s', (_, other) => {
    expect(hasSameRows(list, other)).toBe(false);
    expect(hasSameRows(other, list)).toBe(false);
  });
});
