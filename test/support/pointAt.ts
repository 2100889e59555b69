import { readProviderHost } from '../../src/provider/config';
import { contentSecurityPolicy } from '../../src/provider/contentSecurity';

const HOST_TAG = /(<meta name="?provider-host"? content)(?:="?[^">]*"?)?/;
const POLICY_TAG = /(<meta http-equiv="?Content-Security-Policy"? content=)"[^"]*"/;

/**
 * Points a built page at another provider, as one may do by hand: host and policy belong together.
 * @param host written as it is; the policy stays where it is no usable host
 * @param hubHosts where else the hub may be
 */
export function pointAt(html: string, host: string, hubHosts: readonly string[] = []): string {
  if (!HOST_TAG.test(html)) throw new Error('index.html has no <meta name="provider-host">.');
  const page = html.replace(HOST_TAG, `$1="${host}"`);
  try {
    const policy = contentSecurityPolicy(readProviderHost(host, 'The host'), hubHosts);
    return page.replace(POLICY_TAG, `$1"${policy}"`);
  } catch {
    return page;
  }
}
