import { ConfigurationError } from '../../../src/contract/providerHost';
import { contentSecurityPolicy, parseHubHosts } from '../../../src/build/contentSecurityPolicy';
import { pointAt } from '../../support/build/pointAt';

const sourcesOf = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((directive) => directive.startsWith(`${name} `))
    ?.split(' ')
    .slice(1);

describe('contentSecurityPolicy', () => {
  test.each([
    ['', ["'self'"], ["'self'", 'data:', 'blob:']],
    [
      'https://chat.example.az',
      ["'self'", 'https://chat.example.az', 'wss://chat.example.az'],
      ["'self'", 'https://chat.example.az', 'data:', 'blob:'],
    ],
    [
      'http://localhost:5066/support',
      ["'self'", 'http://localhost:5066', 'ws://localhost:5066'],
      ["'self'", 'http://localhost:5066', 'data:', 'blob:'],
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

  test('allows workers of the page’s own origin only', () => {
    for (const host of ['', 'https://chat.example.az']) {
      expect(sourcesOf(contentSecurityPolicy(host), 'worker-src')).toEqual(["'self'"]);
    }
  });

  test('allows scripts and styles only by their hashes, for every provider', () => {
    const hashes = { scripts: ["'sha256-a='", "'sha384-c'"], styles: ["'sha256-b='"] };
    for (const host of ['', 'https://chat.example.az']) {
      const policy = contentSecurityPolicy(host, [], hashes);
      expect(sourcesOf(policy, 'script-src')).toEqual(hashes.scripts);
      expect(sourcesOf(policy, 'style-src')).toEqual(hashes.styles);
    }
  });

  test('allows nothing by default', () => {
    const policy = contentSecurityPolicy('https://chat.example.az');
    expect(sourcesOf(policy, 'default-src')).toEqual(["'none'"]);
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

describe('pointAt', () => {
  const page =
    '<meta http-equiv=Content-Security-Policy content="default-src \'none\'"><meta name=provider-host content>';

  test('sets the provider host in the meta tag and in the policy', () => {
    const pointed = pointAt(page, 'https://chat.example.az/');
    expect(pointed).toContain('<meta name=provider-host content="https://chat.example.az/">');
    expect(pointed).toContain(`content="${contentSecurityPolicy('https://chat.example.az')}"`);
  });

  test('keeps the hashes of the scripts and styles', () => {
    const policy = (host: string) =>
      contentSecurityPolicy(host, [], {
        scripts: ["'sha256-a='", "'sha384-c/+'"],
        styles: ["'sha256-b='"],
      });
    const hashed = page.replace("default-src 'none'", policy('').replaceAll("'", '&#39;'));
    expect(pointAt(hashed, 'https://chat.example.az')).toContain(
      `content="${policy('https://chat.example.az')}"`,
    );
  });

  test('keeps the policy if the provider host is not a URL', () =>
    expect(pointAt(page, 'chat')).toBe(page.replace('host content', 'host content="chat"')));
});
