import { createHash } from 'node:crypto';
import type { Asset } from 'webpack';

/**
 * Returns the build id: a hash of the files that browsers get and of the texts of the page. The page's
 * template calls it when the files are minified. The hashes in their names are not final then.
 */
export function buildId(assets: readonly Asset[], page: readonly string[]): string {
  const hash = createHash('sha256').update(page.join('\n'));
  for (const { name, source } of assets)
    if (!name.endsWith('.map')) hash.update(`\n${name}\n`).update(source.buffer());
  return hash.digest('hex').slice(0, 12);
}
