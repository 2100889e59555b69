import { readProviderHost } from '../../src/provider/config';
import { contentSecurityPolicy, type Inline } from '../../src/provider/contentSecurity';

const HOST_TAG = /(<meta name="?provider-host"? content)(?:="?[^">]*"?)?/;
const POLICY_TAG = /(<meta http-equiv="?Content-Security-Policy"? content=)"[^"]*"/;

/** What the built page's policy lets stand in it. */
function inlineOf(html: string): Inline {
  const hashesIn = (directive: string) => {
    const [sources = ''] =
      new RegExp(`${directive} [^;"]*`).exec(html.replaceAll('&#39;', "'")) ?? [];
    return sources.match(/'sha256-[^']*'/g) ?? [];
  };
  return { scripts: hashesIn('script-src'), styles: hashesIn('style-src') };
}

/**
 * Points a built page at another provider, as one may do by hand: host and policy belong together.
 * @param host written as it is; the policy stays where it is no usable host
 * @param hubHosts where else the hub may be
 */
export function pointAt(html: string, host: string, hubHosts: readonly string[] = []): string {
  if (!HOST_TAG.test(html)) throw new Error('index.html has no <meta name="provider-host">.');
  const page = html.replace(HOST_TAG, `$1="${host}"`);
  try {
    const policy = contentSecurityPolicy(
      readProviderHost(host, 'The host'),
      hubHosts,
      inlineOf(html),
    );
    return page.replace(POLICY_TAG, `$1"${policy}"`);
  } catch {
    return page;
  }
}
