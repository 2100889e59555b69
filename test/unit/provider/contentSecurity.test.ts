import { ConfigurationError } from '../../../src/provider/config';
import { contentSecurityPolicy, readHubHosts } from '../../../src/provider/contentSecurity';
import { pointAt } from '../../support/pointAt';

/** One directive's sources. */
const sourcesOf = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((directive) => directive.startsWith(`${name} `))
    ?.split(' ')
    .slice(1);

describe('the policy of the page', () => {
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
  ])('lets the page connect to %p and show its pictures', (host, connections, pictures) => {
    const policy = contentSecurityPolicy(host);
    expect(sourcesOf(policy, 'connect-src')).toEqual(connections);
    expect(sourcesOf(policy, 'img-src')).toEqual(pictures);
  });

  test('knows the hosts to which the hub may redirect, for connections alone', () => {
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

  test('knows what stands in the page by its hash', () => {
    const inline = { scripts: ["'sha256-a='"], styles: ["'sha256-b='"] };
    const policy = contentSecurityPolicy('', [], inline);
    expect(sourcesOf(policy, 'script-src')).toEqual(["'self'", "'sha256-a='"]);
    expect(sourcesOf(policy, 'style-src')).toEqual(["'self'", "'sha256-b='"]);
  });

  test('lets no script run but the app’s own files, whatever the provider', () => {
    const policy = contentSecurityPolicy('https://chat.example.az');
    expect(sourcesOf(policy, 'default-src')).toEqual(["'none'"]);
    expect(sourcesOf(policy, 'script-src')).toEqual(["'self'"]);
    expect(sourcesOf(policy, 'style-src')).toEqual(["'self'"]);
    expect(sourcesOf(policy, 'base-uri')).toEqual(["'none'"]);
    expect(sourcesOf(policy, 'form-action')).toEqual(["'none'"]);
    expect(sourcesOf(policy, 'require-trusted-types-for')).toEqual(["'script'"]);
    expect(sourcesOf(policy, 'trusted-types')).toEqual(['support-chat-chunks']);
    expect(policy).not.toMatch(/unsafe|\*/);
  });
});

describe('the hosts of the hub', () => {
  test.each([
    ['', []],
    ['  ', []],
    ['https://a.example', ['https://a.example']],
    [' https://a.example/  http://b.example:1\n', ['https://a.example', 'http://b.example:1']],
  ])('%p are %p', (value, hosts) => {
    expect(readHubHosts(value)).toEqual(hosts);
  });

  test('are turned down where one is no address', () => {
    expect(() => readHubHosts('https://a.example b.example')).toThrow(ConfigurationError);
    expect(() => readHubHosts('https://a.example b.example')).toThrow('HUB_HOSTS is "b.example"');
  });
});

describe('a page pointed at another provider after the build', () => {
  const page =
    '<meta http-equiv=Content-Security-Policy content="default-src \'none\'"><meta name=provider-host content>';

  test('has it in its tag and in its policy', () => {
    const pointed = pointAt(page, 'https://chat.example.az/');
    expect(pointed).toContain('<meta name=provider-host content="https://chat.example.az/">');
    expect(pointed).toContain(`content="${contentSecurityPolicy('https://chat.example.az')}"`);
  });

  test('keeps its policy where the provider is no address', () => {
    expect(pointAt(page, 'chat')).toBe(page.replace('host content', 'host content="chat"'));
  });
});
