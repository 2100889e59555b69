import { ConfigurationError } from '../../../src/contract/providerHost';
import { contentSecurityPolicy, parseHubHosts } from '../../../src/build/contentSecurityPolicy';

const sourcesOf = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((directive) => directive.startsWith(`${name} `))
    ?.split(' ')
    .slice(1);

describe('contentSecurityPolicy', () => {
  test.each([
    ['', ["'self'"], ["'self'", 'blob:']],
    [
      'https://chat.example.az',
      ["'self'", 'https://chat.example.az', 'wss://chat.example.az'],
      ["'self'", 'https://chat.example.az', 'blob:'],
    ],
    [
      'http://localhost:5066/support',
      ["'self'", 'http://localhost:5066', 'ws://localhost:5066'],
      ["'self'", 'http://localhost:5066', 'blob:'],
    ],
  ])('allows connections to the provider %p and its images', (host, connections, images) => {
    const policy = contentSecurityPolicy(host);
    expect(sourcesOf(policy, 'connect-src')).toEqual(connections);
    expect(sourcesOf(policy, 'img-src')).toEqual(images);
  });

  test('allows the hub hosts for connections only', () => {
    const policy = contentSecurityPolicy('', ['https://a.example', 'http://b.example:1']);
    expect(sourcesOf(policy, 'connect-src')).toEqual([
      "'self'",
      'https://a.example',
      'wss://a.example',
      'http://b.example:1',
      'ws://b.example:1',
    ]);
    expect(sourcesOf(policy, 'img-src')).not.toContain('https://a.example');
  });

  test('allows scripts and styles only by their hashes, for every provider', () => {
    const hashes = { scripts: ["'sha256-a='", "'sha384-c'"], styles: ["'sha256-b='"] };
    for (const host of ['', 'https://chat.example.az']) {
      const policy = contentSecurityPolicy(host, [], hashes);
      expect(sourcesOf(policy, 'script-src')).toEqual(hashes.scripts);
      expect(sourcesOf(policy, 'style-src')).toEqual(hashes.styles);
    }
  });

  test('allows nothing else by default, but workers of the page’s own origin', () => {
    const policy = contentSecurityPolicy('https://chat.example.az');
    expect(sourcesOf(policy, 'default-src')).toEqual(["'none'"]);
    expect(sourcesOf(policy, 'worker-src')).toEqual(["'self'"]);
    expect(sourcesOf(policy, 'base-uri')).toEqual(["'none'"]);
    expect(sourcesOf(policy, 'form-action')).toEqual(["'none'"]);
    expect(sourcesOf(policy, 'require-trusted-types-for')).toEqual(["'script'"]);
    expect(sourcesOf(policy, 'trusted-types')).toEqual(['support-chat-chunks']);
    expect(policy).not.toMatch(/unsafe|\*/);
  });
});

describe('parseHubHosts', () => {
  test.each([
    ['', []],
    ['  ', []],
    ['https://a.example', ['https://a.example']],
    [' https://a.example/  http://b.example:1\n', ['https://a.example', 'http://b.example:1']],
  ])('parses %p as %p', (value, hosts) => expect(parseHubHosts(value)).toEqual(hosts));

  test.each(['b.example', 'http://[::1]', 'https://hub_1'])(
    'rejects a value with anything but absolute http(s) URLs of hosts with a name: %p',
    (host) => {
      expect(() => parseHubHosts(`https://a.example ${host}`)).toThrow(ConfigurationError);
      expect(() => parseHubHosts(`https://a.example ${host}`)).toThrow(`HUB_HOSTS is "${host}"`);
    },
  );
});
