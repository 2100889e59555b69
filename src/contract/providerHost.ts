import { API_PREFIX } from './constants';

/** The configuration is not usable. The message says how to correct it. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** Matches the host names that a Content-Security-Policy can name. A browser ignores others in it. */
const NAMEABLE = /^[a-z\d-]+(\.[a-z\d-]+)*$/;

/**
 * Parses the URL of a server. @param source the name of the setting, for the error
 * @returns the URL without a trailing slash; '' if empty, which means the page's own origin
 * @throws ConfigurationError if the value is neither empty nor an absolute http(s) URL
 */
export function parseUrl(value: string, source: string): string {
  const trimmed = value.trim();
  if (trimmed === '') return '';
  const isUrl = /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed);
  const url = isUrl ? new URL(trimmed) : undefined;
  if (!url || url.search || url.hash || url.username || url.password) {
    throw new ConfigurationError(
      `${source} is "${trimmed}", which is not an absolute http(s) URL. ` +
        'Set it to a URL such as https://chat.example.az, ' +
        'or leave it empty for the page’s own origin.',
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/**
 * Parses the provider host: the value of PROVIDER_HOST in the build, of a meta tag in the page.
 * @throws ConfigurationError also if no policy can name the host, or if it ends in the API prefix
 */
export function parseProviderHost(value: string, source: string): string {
  const host = parseUrl(value, source);
  if (host !== '' && !NAMEABLE.test(new URL(host).hostname)) {
    throw new ConfigurationError(
      `${source} is "${value.trim()}", whose host a Content-Security-Policy cannot name. ` +
        'Use an IPv4 address, or a DNS name such as chat.example.az, ' +
        'without an underscore and without a dot at the end.',
    );
  }
  if (host.toLowerCase().endsWith(API_PREFIX)) {
    throw new ConfigurationError(
      `${source} is "${value.trim()}", which ends in ${API_PREFIX}. ` +
        `Remove ${API_PREFIX}: the page adds it to each call.`,
    );
  }
  return host;
}

/** Returns the `connect-src` sources of a host: its origin, for HTTP and for WebSockets. */
export function toConnectSources(host: string): string[] {
  const { origin } = new URL(host);
  return [origin, origin.replace(/^http/, 'ws')];
}

function allowsProvider(policy: string, host: string): boolean {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  const allows = (name: string, source: string) =>
    directives.find(([first]) => first === name)?.includes(source) ?? false;
  return (
    toConnectSources(host).every((source) => allows('connect-src', source)) &&
    allows('img-src', new URL(host).origin)
  );
}

/**
 * Returns the URL in `<meta name="provider-host">`, or the page's origin; without a trailing slash.
 * @throws ConfigurationError if the tag is missing or wrong, if the page's policy forbids the host,
 * or if the page has no origin to use instead
 */
export function findProviderHost(page: Document): string {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="provider-host"]');
  if (!meta) {
    throw new ConfigurationError(
      'index.html has no <meta name="provider-host">. ' +
        'Add it to <head>, with the provider’s URL as its content.',
    );
  }
  const host = parseProviderHost(meta.content, '<meta name="provider-host"> in index.html');
  if (host) {
    const policy = page.querySelector<HTMLMetaElement>(
      'meta[http-equiv="Content-Security-Policy"]',
    );
    if (!policy || allowsProvider(policy.content, host)) return host;
    const [origin, socket] = toConnectSources(host);
    throw new ConfigurationError(
      `The Content-Security-Policy in index.html does not allow the provider ${origin}. ` +
        `Add ${origin} and ${socket} to its connect-src, and ${origin} to its img-src.`,
    );
  }
  if (!/^https?:/.test(page.location.protocol)) {
    throw new ConfigurationError(
      `The page was opened from ${page.location.protocol} and has no origin of its own. ` +
        'Serve it over http(s).',
    );
  }
  return page.location.origin;
}
