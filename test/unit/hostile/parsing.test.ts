import { readMessage } from '../../../src/common/message';
import { imageAddress } from '../../../src/messages/imageAddress';
import { textBlocks } from '../../../src/messages/textBlocks';
import { isExpired, readUser, signedInUser } from '../../../src/provider/token';
import * as hostile from '../../support/hostile';
import { memoryTokens } from '../../support/memoryStorage';

const { TEXTS, IMAGE_URLS, TOKENS, ODD_TOKENS, PAYLOADS, ANSWERS } = hostile;

/** How long the page may stand still for one input, in milliseconds. */
const PATIENCE = 200;

/** What this process itself worked for it, whatever else the machine does; the best of three. */
function costOf(work: () => unknown): number {
  const costs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...costs);
}

afterEach(() => {
  expect('polluted' in {}).toBe(false);
});

test('there are at least 150 hostile inputs, each of its own kind', () => {
  const tables = [TEXTS, IMAGE_URLS, TOKENS, ODD_TOKENS, PAYLOADS, ANSWERS];
  const kinds = tables.map((table) => new Set(Object.values<unknown>(table)).size);
  expect(kinds).toEqual(tables.map((table) => Object.keys(table).length));
  expect(kinds.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(150);
});

describe.each(Object.entries(TEXTS))('as the text of a message: %s', (_, text) => {
  test('it is kept letter for letter', () => {
    expect(readMessage({ fromUserId: 1, text })?.text).toBe(text);
    const shown = textBlocks(text).flat();
    expect(shown.map((piece) => piece.text).join('') === text).toBe(true);
  });

  test('its links are http(s) addresses that read in one direction, and few', () => {
    const links = textBlocks(text).flatMap((pieces) => pieces.filter(({ isLink }) => isLink));
    expect(links.length).toBeLessThanOrEqual(200);
    for (const { text: address } of links) {
      expect(new URL(address).protocol).toMatch(/^https?:$/);
      expect(address).not.toMatch(/[\p{Bidi_Control}<>"'\s]/u);
    }
  });

  test('reading it takes no time', () => {
    expect(costOf(() => readMessage({ fromUserId: 1, text }))).toBeLessThan(PATIENCE);
    expect(costOf(() => textBlocks(text))).toBeLessThan(PATIENCE);
  });
});

describe.each(['https://chat.example.az', 'https://example.az/support'])('at %s', (host) => {
  test.each(Object.entries(IMAGE_URLS))('as the address of a picture: %s', (_, imageUrl) => {
    const address = imageAddress(host, imageUrl);
    if (address === undefined) return;
    const { href, username, hash } = new URL(address);
    expect(href.startsWith(`${host}/`)).toBe(true);
    expect(username).toBe('');
    expect(hash === '' || imageUrl.includes('#')).toBe(true);
    expect(costOf(() => imageAddress(host, imageUrl))).toBeLessThan(PATIENCE);
  });
});

test.each(['../a.png', '%2e%2e/a.png', '..\\a.png', 'a/../../../b'])(
  'a picture is not looked for above the folder of the provider: %s',
  (imageUrl) => {
    expect(imageAddress('https://example.az/support', imageUrl)).toBeUndefined();
  },
);

describe.each(Object.entries(TOKENS))('as a token: %s', (_, token) => {
  test('it is nobody’s, and does not stay', () => {
    expect(readUser(token)).toBeUndefined();
    const { storage, ...tokens } = memoryTokens(token);
    expect(signedInUser(tokens)).toBeUndefined();
    expect(storage.size).toBe(0);
    expect(isExpired(token, Date.now())).toBe(false);
    expect(costOf(() => readUser(token))).toBeLessThan(PATIENCE);
  });
});

describe.each(Object.entries(ODD_TOKENS))('as a token of user 7: %s', (_, token) => {
  test('the user is made of id, name and role, and of nothing else', () => {
    const user = readUser(token);
    expect(user).toEqual({ id: 7, username: expect.any(String) as string, role: 'user' });
    expect(Object.keys(user ?? {})).toHaveLength(3);
    expect(costOf(() => readUser(token))).toBeLessThan(PATIENCE);
  });
});

describe.each(Object.entries(PAYLOADS))('as a message: %s', (_, payload) => {
  test('it is none, or one made of the five fields', () => {
    const message = readMessage(payload);
    if (message === undefined) return;
    expect(Object.keys(message)).toHaveLength(5);
    expect(Number.isSafeInteger(message.fromUserId)).toBe(true);
    for (const field of [message.text, message.imageUrl, message.timestamp]) {
      expect(field === null || typeof field === 'string').toBe(true);
    }
    if (message.timestamp !== null) {
      expect(new Date(message.timestamp).toISOString()).toBe(message.timestamp);
    }
  });

  test('reading it takes no time', () => {
    expect(costOf(() => readMessage(payload))).toBeLessThan(PATIENCE);
  });
});
