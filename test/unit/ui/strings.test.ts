import { chatStrings } from '../../../src/ui/chatStrings';
import { strings } from '../../../src/ui/strings';

const ALL = { ...strings, ...chatStrings };

describe('strings', () => {
  test('break no line inside a number', () => {
    expect(Object.values<unknown>(ALL).filter((text) => /\d \d/.test(String(text)))).toEqual([]);
  });

  // Decomposed letters would not be found by a search.
  test('are neither blank nor decomposed', () => {
    const texts = Object.values(ALL).flatMap((value) =>
      typeof value === 'string' ? value : Object.values<string>(value),
    );
    expect(texts.filter((text) => text.trim() === '' || text !== text.normalize('NFC'))).toEqual(
      [],
    );
  });
});
