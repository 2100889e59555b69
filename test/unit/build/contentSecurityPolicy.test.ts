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
