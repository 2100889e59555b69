import { createHash } from 'node:crypto';
import { Compilation, sources, type Compiler } from 'webpack';

/** Stands in index.html for the build id, which is known only when all other files are final. */
export const BUILD_ID = '{BUILD_ID}';

/**
 * Webpack plugin that writes the build id into a page: a hash of all files that browsers get. The
 * build id changes with each of these files, also with the styles in the page and with the icons.
 */
export function buildId(page: string) {
  const name = 'buildId';
  return {
    name,
    apply: ({ hooks }: Compiler) =>
      hooks.thisCompilation.tap(name, (compilation) => {
        // After webpack has set the hashes in all names, and before compression.
        const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1;
        compilation.hooks.processAssets.tap({ name, stage }, () => {
          const hash = createHash('sha256');
          const assets = compilation.getAssets().filter((asset) => !asset.name.endsWith('.map'));
          for (const asset of assets.sort((a, b) => (a.name < b.name ? -1 : 1)))
            hash.update(`\n${asset.name}\n`).update(asset.source.buffer());
          const id = hash.digest('hex').slice(0, 12);
          compilation.updateAsset(
            page,
            (source) => new sources.RawSource(String(source.source()).replace(BUILD_ID, id)),
          );
        });
      }),
  };
}
