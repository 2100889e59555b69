import { ConfigurationError, providerHostOf, readProviderHost } from '../../../src/provider/config';
import { contentSecurityPolicy } from '../../../src/provider/contentSecurity';

describe('a provider host', () => {
  test.each([
    ['https://chat.example.az', 'https://chat.example.az'],
    ['https://chat.example.az/', 'https://chat.example.az'],
    ['https://chat.example.az///', 'https://chat.example.az'],
    ['  https://chat.example.az\n', 'https://chat.example.az'],
    ['HTTPS://Chat.Example.az', 'https://chat.example.az'],
    ['http://localhost:5066', 'http://localhost:5066'],
    ['http://127.0.0.1:5066/', 'http://127.0.0.1:5066'],
    ['http://[::1]:5066', 'http://[::1]:5066'],
    ['https://example.az/support/', 'https://example.az/support'],
    ['https://chat.example.az?', 'https://chat.example.az'],
    ['https://chat.example.az#', 'https://chat.example.az'],
    ['', ''],
    ['  \n', ''],
  ])('%p is taken as %p', (value, host) => {
    expect(readProviderHost(value, 'PROVIDER_HOST')).toBe(host);
  });

  test.each([
    'chat.example.az',
    'chat.example.az:443',
    '//chat.example.az',
    '/api',
    'localhost:5066',
    'ftp://chat.example.az',
    'ws://chat.example.az',
    'javascript:alert(1)',
    'javascript://x/%0ahttps://chat.example.az',
    'file:///index.html',
    'https:',
    'https://',
    'https:/chat.example.az',
    'https://chat example.az',
    'https://chat.example.az:port',
    'https://chat.example.az:99999',
    'https://chat.example.az/?a=1',
    'https://chat.example.az/#top',
    'https://user@chat.example.az',
    'https://:secret@chat.example.az',
    'https://[::1',
    'null',
  ])('%p is turned down with a sentence that says what to do', (value) => {
    const read = () => readProviderHost(` ${value} `, 'PROVIDER_HOST');
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(
      `PROVIDER_HOST is "${value}", which is no absolute http(s) URL. Set it to one, such as ` +
        'https://chat.example.az, or leave it empty for the page’s own origin.',
    );
  });
});

describe('the provider host of a page', () => {
  /** As much of a document as is looked at. */
  const page = (
    content: string | undefined,
    address = 'https://app.example.az/chat',
    policy?: string,
  ) => {
    const { protocol, origin } = new URL(address);
    const tag = (text: string | undefined) => (text === undefined ? null : { content: text });
    const tags: Record<string, { content: string } | null> = {
      'meta[name="provider-host"]': tag(content),
      'meta[http-equiv="Content-Security-Policy"]': tag(policy),
    };
    const querySelector = (selector: string) => tags[selector] ?? null;
    return { location: { protocol, origin }, querySelector } as unknown as Document;
  };

  test('is what its meta tag says', () => {
    expect(providerHostOf(page('https://chat.example.az/'))).toBe('https://chat.example.az');
  });

  test('is its own origin where the tag is empty', () => {
    expect(providerHostOf(page(''))).toBe('https://app.example.az');
    expect(providerHostOf(page('', 'http://localhost:8080/login'))).toBe('http://localhost:8080');
  });

  test.each([
    ['the tag is missing', page(undefined), 'no <meta name="provider-host">'],
    ['the tag is wrong', page('chat'), '<meta name="provider-host"> in index.html is "chat"'],
    [
      'a file has no origin',
      page('', 'file:///index.html'),
      'opened from file: and so has no origin',
    ],
  ])('is asked for with a sentence where %s', (_, document, sentence) => {
    expect(() => providerHostOf(document)).toThrow(ConfigurationError);
    expect(() => providerHostOf(document)).toThrow(sentence);
  });

  test.each([
    ['https://chat.example.az', 'https://chat.example.az'],
    ['https://chat.example.az/support/', 'https://chat.example.az/support'],
    ['', 'https://app.example.az'],
  ])('%p is taken where the policy of the page was made for it', (content, host) => {
    const policy = contentSecurityPolicy(readProviderHost(content, ''));
    expect(providerHostOf(page(content, undefined, policy))).toBe(host);
  });

  test.each([
    ['https://chat.example.az', contentSecurityPolicy('')],
    ['https://chat.example.az', contentSecurityPolicy('https://chat.example.az.example')],
    ['https://chat.example.az', contentSecurityPolicy('https://chat.example.az:444')],
    ['https://chat.example.az', "default-src 'none'; img-src https://chat.example.az"],
  ])('%p is turned down where the policy of the page forbids it', (content, policy) => {
    const read = () => providerHostOf(page(content, undefined, policy));
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(
      'The Content-Security-Policy in index.html does not allow the provider ' +
        'https://chat.example.az. Put https://chat.example.az and wss://chat.example.az into its ' +
        'connect-src, and https://chat.example.az into its img-src.',
    );
  });

  test('the error is told from others by its name', () => {
    expect(new ConfigurationError('x').name).toBe('ConfigurationError');
  });
});
