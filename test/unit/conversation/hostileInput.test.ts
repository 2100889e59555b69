import { resolveImageUrl } from '../../../src/chat/message/imageUrl';
import { textBlocks } from '../../../src/chat/message/textBlocks';
import { parseMessage } from '../../../src/conversation/message';
import { redact } from '../../../src/services/log';
import * as hostile from '../../support/builders/hostile';
import { DECEPTIVE_URLS, HONEST_URLS } from '../../support/builders/hostileUrls';
import { jwt } from '../../support/builders/builders';

const repeated = (part: string, length = 200_000) => part.repeat(length / part.length);

/** Log lines that make a search for tokens slow. None of them holds a token. */
const LOG_LINES: Record<string, string> = {
  'beginnings of tokens': repeated('-eyJ'),
  'beginnings of tokens without dashes': repeated('eyJ '),
  'beginnings of tokens with dots': repeated('eyJ.'),
  'beginnings of tokens in a run': repeated('a-eyJ'),
  'beginnings of tokens before a dot': `${repeated('-eyJ')}.`,
  'a run of letters': repeated('a'),
  'a run of dots': repeated('.'),
  'a run of dashes before a dot': `${repeated('-')}.a`,
  'the word Bearer': repeated('Bearer '),
  'the word Bearer before spaces': `Bearer${repeated(' ')}`,
  'the word Bearer and tabs': repeated('Bearer\t\t'),
  'a parameter name': repeated('access_token'),
  'a parameter name without a value': repeated('access_token=&'),
  'line breaks': repeated('\n'),
  'unpaired surrogates': repeated('\ud83d'),
  'a megabyte of an error page': '<p>Error</p>'.repeat(83_000),
};

const { TEXTS, IMAGE_URLS, TOKENS, ODD_TOKENS, PAYLOADS, RESPONSES } = hostile;

afterEach(() => {
  expect('polluted' in {}).toBe(false);
});

describe('hostile inputs', () => {
  test('are at least 350, and all different', () => {
    const urls = [DECEPTIVE_URLS, HONEST_URLS];
    const tables = [TEXTS, IMAGE_URLS, TOKENS, ODD_TOKENS, PAYLOADS, RESPONSES, LOG_LINES, ...urls];
    const counts = tables.map((table) => new Set(Object.values<unknown>(table)).size);
    expect(counts).toEqual(tables.map((table) => Object.keys(table).length));
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(350);
  });
});

describe.each(Object.entries(TEXTS))('hostile text: %s', (_, text) => {
  test('is kept unchanged', () => {
    expect(parseMessage({ fromUserId: 1, text })?.text).toBe(text);
    const pieces = textBlocks(text).flat();
    expect(pieces.map((piece) => piece.text).join('') === text).toBe(true);
  });

  test('has at most 200 links, all http(s) and without direction marks', () => {
    const links = textBlocks(text).flatMap((pieces) =>
      pieces.filter(({ kind }) => kind === 'link'),
    );
    expect(links.length).toBeLessThanOrEqual(200);
    for (const { text: url } of links) {
      expect(new URL(url).protocol).toMatch(/^https?:$/);
      expect(url).not.toMatch(/[\p{Bidi_Control}<>"'\s]/u);
    }
  });
});

describe.each(Object.entries(LOG_LINES))('hostile log line: %s', (_, line) => {
  test('is cut to 2 KB', () => {
    expect(redact(line).length).toBeLessThan(2_100);
  });

  test('does not prevent the removal of a token after it', () => {
    const token = jwt({ nameid: '7' });
    const [, claims = ''] = token.split('.');
    expect(redact(`${line.slice(0, 1_000)} ${token}`)).not.toContain(claims);
  });
});

describe.each(['https://chat.example.az', 'https://example.az/support'])(
  'hostile image URL, with the provider at %s',
  (host) => {
    test.each(Object.entries(IMAGE_URLS))(
      'stays on the provider or is rejected: %s',
      (_, imageUrl) => {
        const resolved = resolveImageUrl(host, imageUrl);
        if (resolved === undefined) return;
        const { href, username, hash } = new URL(resolved);
        expect(href.startsWith(`${host}/`)).toBe(true);
        expect(username).toBe('');
        expect(hash === '' || imageUrl.includes('#')).toBe(true);
      },
    );
  },
);

/** Hostile image URLs that leave the provider's folder, if the provider has a path. */
const LEAVING = [
  'the parent folder',
  'many parent folders',
  'the parent folder after a folder',
  'the parent folder, encoded',
  'the parent folder, half encoded',
  'the parent folder with a backslash',
  'a megabyte of parent folders',
];

describe('image URL', () => {
  test.each([
    ['https://chat.example.az', []],
    ['https://example.az/support', LEAVING],
  ])('is rejected for no other reason, with the provider at %s', (host, rejected) => {
    const names = Object.keys(IMAGE_URLS);
    const actual = names.filter(
      (name) => resolveImageUrl(host, IMAGE_URLS[name] ?? '') === undefined,
    );
    expect(actual).toEqual(rejected);
  });

  test.each(['../a.png', '%2e%2e/a.png', '..\\a.png', 'a/../../../b'])(
    'is rejected if it leaves the provider’s folder: %s',
    (imageUrl) => {
      expect(resolveImageUrl('https://example.az/support', imageUrl)).toBeUndefined();
    },
  );
});

describe('hostile payloads', () => {
  test('are messages where sender and content are usable', () => {
    const names = Object.keys(PAYLOADS).filter((name) => parseMessage(PAYLOADS[name]));
    expect(names).toEqual([
      'fields named like methods',
      'a negative sender',
      'a recipient that is an object',
      'an image URL that is an object',
      'a sender of zero',
      'an image URL with a getter',
      'a time that is a number',
      'a time that is an object',
      'a time in the far future',
      'a time with markup',
      'a time of a megabyte',
      'a time of brackets',
      'a time of zones',
    ]);
  });
});

describe.each(Object.entries(PAYLOADS))('hostile payload: %s', (_, payload) => {
  test('is rejected or gives a message with the five fields only', () => {
    const message = parseMessage(payload);
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
});
