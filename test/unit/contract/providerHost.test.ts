import {
  ConfigurationError,
  findProviderHost,
  parseProviderHost,
  parseUrl,
} from '../../../src/contract/providerHost';
import { contentSecurityPolicy } from '../../../src/build/contentSecurityPolicy';

describe('parseProviderHost', () => {
  test.each([
    ['https://chat.example.az///', 'https://chat.example.az'],
    ['  https://chat.example.az\n', 'https://chat.example.az'],
    ['HTTPS://Chat.Example.az', 'https://chat.example.az'],
    ['http://localhost:5066', 'http://localhost:5066'],
    ['http://2130706433', 'http://127.0.0.1'],
    ['https://söhbət.az', 'https://xn--shbt-5qa64s.az'],
    ['https://chat-2.example.az', 'https://chat-2.example.az'],
    ['https://example.az/support/', 'https://example.az/support'],
    ['https://chat.example.az?', 'https://chat.example.az'],
    ['https://chat.example.az#', 'https://chat.example.az'],
    ['  \n', ''],
  ])('parses %p as %p', (value, host) =>
    expect(parseProviderHost(value, 'PROVIDER_HOST')).toBe(host),
  );

  const NO_URL =
    'which is not an absolute http(s) URL. Set it to a URL such as https://chat.example.az, or ' +
    'leave it empty for the page’s own origin.';
  const PREFIXED = 'which ends in /api/66. Remove /api/66: the page adds it to each call.';
  const UNNAMED =
    'whose host a Content-Security-Policy cannot name. Use an IPv4 address, or a DNS name such as ' +
    'chat.example.az, without an underscore and without a dot at the end.';

  test.each([
    ['chat.example.az', NO_URL],
    ['javascript://x/%0ahttps://chat.example.az', NO_URL],
    ['https:/chat.example.az', NO_URL],
    ['https://chat example.az', NO_URL],
    ['https://chat.example.az/?a=1', NO_URL],
    ['https://chat.example.az/#top', NO_URL],
    ['https://user@chat.example.az', NO_URL],
    ['https://:secret@chat.example.az', NO_URL],
    ['https://chat.example.az/api/66', PREFIXED],
    ['https://example.az/support/API/66', PREFIXED],
    ['http://[::1]:5066', UNNAMED],
    ['https://support_chat.example.az', UNNAMED],
    ['https://chat.example.az.', UNNAMED],
    ["https://chat.example.az;script-src'self'", UNNAMED],
    ['https://*.example.az', UNNAMED],
  ])('rejects %p with an error that says what to do', (value, reason) => {
    const parse = () => parseProviderHost(` ${value} `, 'PROVIDER_HOST');
    expect(parse).toThrow(ConfigurationError);
    expect(parse).toThrow(`PROVIDER_HOST is "${value}", ${reason}`);
  });

  test('leaves the page’s own URL alone, which no policy names', () =>
    expect(parseUrl('https://support_chat.example.az/', 'PAGE_URL')).toBe(
      'https://support_chat.example.az',
    ));
});

describe('findProviderHost', () => {
  /** The part of a document that findProviderHost uses. */
  const makePage = (
    content: string | undefined,
    url = 'https://app.example.az/chat',
    policy?: string,
  ) => {
    const { protocol, origin } = new URL(url);
    const tag = (text: string | undefined) => (text === undefined ? null : { content: text });
    const tags: Record<string, { content: string } | null> = {
      'meta[name="provider-host"]': tag(content),
      'meta[http-equiv="Content-Security-Policy"]': tag(policy),
    };
    const querySelector = (selector: string) => tags[selector] ?? null;
    return { location: { protocol, origin }, querySelector } as unknown as Document;
  };

  test('returns the page’s origin if the tag is empty', () => {
    expect(findProviderHost(makePage(''))).toBe('https://app.example.az');
    expect(findProviderHost(makePage('', 'http://localhost:8080/login'))).toBe(
      'http://localhost:8080',
    );
  });

  test.each([
    ['the tag is missing', makePage(undefined), 'Add <meta name="provider-host">'],
    ['the tag is wrong', makePage('chat'), '<meta name="provider-host"> in index.html is "chat"'],
    [
      'the page is a file without an origin',
      makePage('', 'file:///index.html'),
      'A file: page has no origin. Serve the page over http(s).',
    ],
  ])('throws an error if %s', (_, page, message) => {
    expect(() => findProviderHost(page)).toThrow(ConfigurationError);
    expect(() => findProviderHost(page)).toThrow(message);
  });

  test.each([
    ['http://chat.example.az', 'https://app.example.az', true],
    ['http://localhost.example.az', 'https://app.example.az', true],
    ['http://127.0.0.10', 'https://app.example.az', true],
    ['http://chat.example.az', 'http://app.example.az', false],
    ['http://localhost:5066', 'https://app.example.az', false],
    ['http://127.0.0.1/support', 'https://app.example.az', false],
  ])('knows whether browsers block %s on a page of %s: %s', (content, url, isBlocked) => {
    const find = expect(() => findProviderHost(makePage(content, url)));
    const message = `An HTTPS page cannot call ${content}. Serve the provider over HTTPS too.`;
    if (isBlocked) find.toThrow(new ConfigurationError(message));
    else find.not.toThrow();
  });

  test.each([
    ['https://chat.example.az', 'https://chat.example.az'],
    ['https://chat.example.az/support/', 'https://chat.example.az/support'],
    ['', 'https://app.example.az'],
  ])('accepts %p if the page’s policy was made for it', (content, host) => {
    const policy = contentSecurityPolicy(parseProviderHost(content, ''));
    expect(findProviderHost(makePage(content, undefined, policy))).toBe(host);
  });

  test.each([
    contentSecurityPolicy(''),
    contentSecurityPolicy('https://chat.example.az:444'),
    "default-src 'none'; img-src https://chat.example.az",
    'connect-src wss://chat.example.az; img-src https://chat.example.az',
    'connect-src https://chat.example.az; img-src https://chat.example.az',
    'connect-src https://chat.example.az wss://chat.example.az',
  ])('rejects https://chat.example.az if the page’s policy forbids it: %p', (policy) => {
    const parse = () => findProviderHost(makePage('https://chat.example.az', undefined, policy));
    expect(parse).toThrow(ConfigurationError);
    expect(parse).toThrow(
      'The Content-Security-Policy in index.html does not allow the provider ' +
        'https://chat.example.az. Add https://chat.example.az and wss://chat.example.az to its ' +
        'connect-src, and https://chat.example.az to its img-src.',
    );
  });
});
