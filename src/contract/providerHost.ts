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
  if (!url || url.search || url.hash || url.username || url.password)
    throw new ConfigurationError(
      `${source} is "${trimmed}", which is not an absolute http(s) URL. Set it to a URL such as ` +
        'https://chat.example.az, or leave it empty for the page’s own origin.',
    );
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/**
 * Parses the provider host: the value of PROVIDER_HOST in the build, of a meta tag in the page.
 * @throws ConfigurationError also if no policy can name the host, or if it ends in the API prefix
 */
export function parseProviderHost(value: string, source: string): string {
  const host = parseUrl(value, source);
  const isNameable = host === '' || NAMEABLE.test(new URL(host).hostname);
  if (isNameable && !host.toLowerCase().endsWith(API_PREFIX)) return host;
  const reason = isNameable
    ? `which ends in ${API_PREFIX}. Remove ${API_PREFIX}: the page adds it to each call.`
    : 'whose host a Content-Security-Policy cannot name. Use an IPv4 address, or a DNS name such as ' +
      'chat.example.az, without an underscore and without a dot at the end.';
  throw new ConfigurationError(`${source} is "${value.trim()}", ${reason}`);
}

/** Returns the `connect-src` sources of a host: its origin, for HTTP and for WebSockets. */
export function toConnectSources(host: string): [http: string, socket: string] {
  const { origin } = new URL(host);
  return [origin, origin.replace(/^http/, 'ws')];
}

/** @throws ConfigurationError if the page's policy does not allow the host */
function checkPolicy(policy: string, host: string): void {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  const allows = (name: string, source: string) =>
    directives.find(([first]) => first === name)?.includes(source);
  const [origin, socket] = toConnectSources(host);
  const connects = [origin, socket].every((source) => allows('connect-src', source));
  if (connects && allows('img-src', origin)) return;
  throw new ConfigurationError(
    `The Content-Security-Policy in index.html does not allow the provider ${origin}. ` +
      `Add ${origin} and ${socket} to its connect-src, and ${origin} to its img-src.`,
  );
}

/** Matches the hosts of HTTP that a page of HTTPS may call, because they are this machine. */
const SECURE = /^https:|^http:\/\/(localhost|127\.0\.0\.1)(?![\w.-])/;

/**
 * Returns the URL in `<meta name="provider-host">`, or the page's origin; without a trailing slash.
 * @throws ConfigurationError if the tag is missing or wrong, if the browser would block each request
 * to the host, or if the page has no origin to use instead
 */
export function findProviderHost(page: Document): string {
  const { protocol, origin } = page.location;
  const contentOf = (selector: string) => page.querySelector<HTMLMetaElement>(selector)?.content;
  const content = contentOf('meta[name="provider-host"]');
  if (content === undefined)
    throw new ConfigurationError('Add <meta name="provider-host"> to the <head> of index.html.');
  const host = parseProviderHost(content, '<meta name="provider-host"> in index.html');
  if (!host && !/^https?:/.test(protocol))
    throw new ConfigurationError(`A ${protocol} page has no origin. Serve the page over http(s).`);
  if (!host) return origin;
  if (protocol === 'https:' && !SECURE.test(host))
    throw new ConfigurationError(
      `An HTTPS page cannot call ${host}. Serve the provider over HTTPS too.`,
    );
  const policy = contentOf('meta[http-equiv="Content-Security-Policy"]');
  if (policy !== undefined) checkPolicy(policy, host);
  return host;
}
