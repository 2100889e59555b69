import { expect, test } from '../support/browser/fixtures';
import { inChunks } from '../support/browser/inChunks';
import { MAX_TASK, traceTasks } from '../support/browser/traceTasks';

/** Number of copies of the character in each text. */
const LENGTH = 20_000;
/** Maximum number of characters in one test. */
const CHUNK = 40;

/** Emoji, marks and joiners. */
const CLASSES = /[\p{Emoji}\p{Emoji_Component}\p{M}\p{Cf}]/u;
/** The slowest characters of each class and script. Every run tests them. */
const SLOWEST = '\u{1f3fb}\u106c\u1a63\uaa7b\ua9c0\u1b44\u1bf2\ufe00\u0350\u200d\u200c\u{1f1e6}';

const characters = Array.from({ length: 0xe01f0 }, (_, code) => code)
  .filter((code) => code > 0x20 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => CLASSES.test(character));

/** Returns the characters to test: all of them, or the slowest and six others. */
function selectCharacters(): string[] {
  if (process.env['EVERY_CHARACTER']) return characters;
  const others = [0, 1, 2, 3, 4, 5].map((n) => characters[n * 769]);
  return [...Array.from(SLOWEST), ...others.filter((character) => character !== undefined)];
}

const codeOf = (character = '') => `U+${(character.codePointAt(0) ?? 0).toString(16)}`;

// The trace's DOM snapshots of very long texts block the page's main thread for seconds.
test.use({ trace: 'off' });

test.describe('20,000 of one character', () => {
  for (const chunk of inChunks(selectCharacters(), CHUNK)) {
    test(`never block the page: ${codeOf(chunk[0])} to ${codeOf(chunk.at(-1))}`, async ({
      page,
      chat,
      provider,
      customer,
    }) => {
      test.slow();
      await chat.open();
      const tasks = await traceTasks(page);
      for (const [index, character] of chunk.entries()) {
        await tasks.begin(codeOf(character));
        const text = character.repeat(LENGTH);
        provider.push(customer.id, { fromUserId: 1, toUserId: customer.id, text });
        // Not by role: computing accessible names of such texts would block the page's main thread.
        await expect(chat.list.locator('[data-own]')).toHaveCount(index + 1);
        await expect(page.locator('.visually-hidden[aria-live] p')).toHaveCount(index + 1);
      }
      const longestTasks = await tasks.end();
      expect(longestTasks.filter(([, duration]) => duration > MAX_TASK)).toEqual([]);
    });
  }
});
