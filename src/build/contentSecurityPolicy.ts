import { parseProviderHost, toConnectSources } from '../contract/providerHost';

/** The only Trusted Types policy. webpack's runtime uses it to load the app's chunks. */
export const TRUSTED_TYPES_POLICY = 'support-chat-chunks';

/** Hashes of the page's scripts and inline styles, as sources of the policy: `'sha384-…'`. */
export interface PolicyHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * Returns the Content-Security-Policy for the meta tag of the page. Scripts are allowed by hash,
 * not by host, because uploads can have the page's own host. Browsers accept `frame-ancestors` only
 * in a header, so the server sets it.
 * @param host '' is the page's own origin. 'self' covers the WebSockets of that origin
 * @param hubHosts further hosts to which negotiate may redirect, such as Azure SignalR
 */
export function contentSecurityPolicy(
  host: string,
  hubHosts: readonly string[] = [],
  hashes: PolicyHashes = { scripts: [], styles: [] },
): string {
  const connections = host === '' ? [] : toConnectSources(host);
  const images = host === '' ? [] : [new URL(host).origin];
  const directives = {
    'default-src': ["'none'"],
    'script-src': hashes.scripts,
    'style-src': hashes.styles,
    // A policy cannot allow the photo worker by hash. Only a script of the page can start a worker.
    // Browsers do not run a file that is served as an image, and uploads are served as images.
    'worker-src': ["'self'"],
    'connect-src': ["'self'", ...connections, ...hubHosts.flatMap(toConnectSources)],
    // `blob:` previews images; only the page's scripts make blob URLs.
    'img-src': ["'self'", ...images, 'blob:'],
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

/** Parses HUB_HOSTS: URLs separated by spaces. @throws ConfigurationError as `parseProviderHost` */
export const parseHubHosts = (value: string): string[] =>
  (value.match(/\S+/g) ?? []).map((host) => parseProviderHost(host, 'HUB_HOSTS'));
