import { readProviderHost } from './config';

/** The one Trusted Types policy: webpack's runtime, which loads the chunks of the app. */
export const TRUSTED_TYPES_POLICY = 'support-chat-chunks';

/** A host and its WebSockets, as sources of a policy. */
function connectionsTo(host: string): string[] {
  const { origin } = new URL(host);
  return [origin, origin.replace(/^http/, 'ws')];
}

/** What may stand in the page itself, by its hashes. */
export interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * The Content Security Policy of the production page, for its meta tag. Scripts and styles are the
 * page's own alone: the provider serves what customers have uploaded. What only a header can say
 * (`frame-ancestors`) stands in the README's server configuration.
 * @param host the provider as `readProviderHost` gives it; '' is the page's own origin, whose
 * WebSockets 'self' covers (in Safari since 16; an older one goes on by server-sent events)
 * @param hubHosts further hosts to which negotiate may redirect, such as Azure SignalR's
 * @param inline as the policy writes hashes: `'sha256-…'`
 */
export function contentSecurityPolicy(
  host: string,
  hubHosts: readonly string[] = [],
  inline: Inline = { scripts: [], styles: [] },
): string {
  const provider = host === '' ? [] : connectionsTo(host);
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts],
    'style-src': ["'self'", ...inline.styles],
    'connect-src': ["'self'", ...provider, ...hubHosts.flatMap(connectionsTo)],
    'img-src': ["'self'", ...provider.slice(0, 1), 'data:', 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [TRUSTED_TYPES_POLICY],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/**
 * Reads the build's HUB_HOSTS: the hosts besides the provider that the hub may be at.
 * @param value absolute http(s) URLs, separated by spaces
 * @throws ConfigurationError where one of them is anything else
 */
export function readHubHosts(value: string): string[] {
  const hosts = value.split(/\s+/).map((host) => readProviderHost(host, 'HUB_HOSTS'));
  return hosts.filter((host) => host !== '');
}
