/** A configuration that the app cannot start with; the message says what to change. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

function parseUrl(value: string): URL | undefined {
  try {
    return /^https?:\/\//i.test(value) ? new URL(value) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks the provider host: used by the build for PROVIDER_HOST and by the page for its meta tag.
 * @param value an absolute http(s) URL; empty means the page's own origin
 * @returns the host without a trailing slash, '' for the page's own origin
 * @throws ConfigurationError where the value is anything else
 */
export function readProviderHost(value: string, source: string): string {
  const trimmed = value.trim();
  if (trimmed === '') return '';
  const url = parseUrl(trimmed);
  if (!url || url.search || url.hash || url.username || url.password) {
    throw new ConfigurationError(
      `${source} is "${trimmed}", which is no absolute http(s) URL. ` +
        'Set it to one, such as https://chat.example.az, or leave it empty for the page’s own origin.',
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Whether the page's own policy, if it has one, lets it connect to this origin. */
function isAllowed(page: Document, origin: string): boolean {
  const tag = page.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]');
  if (!tag) return true;
  const sources = /connect-src ([^;]*)/.exec(tag.content)?.[1] ?? '';
  return sources.split(' ').includes(origin);
}

/**
 * Finds the provider host of this page.
 * @param page the document whose `<meta name="provider-host">` the build filled
 * @returns an absolute http(s) URL without a trailing slash
 * @throws ConfigurationError where the tag is missing or wrong, where the page's policy forbids the
 * host, or where the page has no origin to fall back to
 */
export function providerHostOf(page: Document): string {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="provider-host"]');
  if (!meta) {
    throw new ConfigurationError(
      'index.html has no <meta name="provider-host">. Put it back into <head>, with the provider’s URL as its content.',
    );
  }
  const host = readProviderHost(meta.content, '<meta name="provider-host"> in index.html');
  if (host) {
    const { origin } = new URL(host);
    if (isAllowed(page, origin)) return host;
    const socket = origin.replace(/^http/, 'ws');
    throw new ConfigurationError(
      `The Content-Security-Policy in index.html does not allow the provider ${origin}. ` +
        `Put ${origin} and ${socket} into its connect-src, and ${origin} into its img-src.`,
    );
  }
  if (!/^https?:/.test(page.location.protocol)) {
    throw new ConfigurationError(
      `The page was opened from ${page.location.protocol} and so has no origin of its own. Serve it over http(s).`,
    );
  }
  return page.location.origin;
}
