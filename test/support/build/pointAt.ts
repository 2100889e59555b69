import { contentSecurityPolicy, type PolicyHashes } from '../../../src/build/contentSecurityPolicy';

const HOST_TAG = /(<meta name="?provider-host"? content)(?:="?[^">]*"?)?/;
const POLICY_TAG = /(<meta http-equiv="?Content-Security-Policy"? content=)"[^"]*"/;

/** The hashes of the scripts and styles, from the built page's policy. */
function policyHashes(html: string): PolicyHashes {
  const hashesIn = (directive: string) => {
    const [sources = ''] =
      new RegExp(`${directive} [^;"]*`).exec(html.replaceAll('&#39;', "'")) ?? [];
    return sources.match(/'sha\d+-[^']*'/g) ?? [];
  };
  return { scripts: hashesIn('script-src'), styles: hashesIn('style-src') };
}

/** Points a built page at another provider, by the manual steps of src/hosting/README.md. */
export function pointAt(html: string, host: string): string {
  if (!HOST_TAG.test(html)) throw new Error('index.html has no <meta name="provider-host">.');
  const policy = contentSecurityPolicy(host, [], policyHashes(html));
  return html.replace(HOST_TAG, `$1="${host}"`).replace(POLICY_TAG, `$1"${policy}"`);
}
