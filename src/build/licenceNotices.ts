import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Compilation, sources, WebpackError, type Compiler, type Module } from 'webpack';

const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

function bundledPackages({ modules, chunkGraph }: Compilation): Set<string> {
  const folders = [...modules]
    .filter((module) => chunkGraph.getNumberOfModuleChunks(module) > 0)
    // webpack concatenates modules into one that names only the first of them.
    .flatMap((module) => ('modules' in module ? (module.modules as Module[]) : module))
    .flatMap((module) => PACKAGE_FOLDER.exec(module.nameForCondition() ?? '')?.[0] ?? []);
  return new Set(folders);
}

function readLicence(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  return file && readFileSync(path.join(folder, file), 'utf8');
}

/**
 * Webpack plugin that writes the licence texts of all packages in the scripts into one file.
 * @param texts texts of packages without a licence file, by name; the build fails if one is missing
 */
export function licenceNotices(filename: string, texts: Partial<Record<string, string>>) {
  const name = 'licenceNotices';
  const notice = (compilation: Compilation, folder: string) => {
    const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8');
    const { name: title, version, license } = JSON.parse(manifest) as Record<string, string>;
    const text = texts[title ?? ''] ?? readLicence(folder);
    if (text === undefined) {
      const message = `${title} has no licence text. Add it to licenceNotices in webpack.config.js.`;
      compilation.errors.push(new WebpackError(message));
    }
    return `${title} ${version} (${license})\n\n${(text ?? '').replaceAll('\r\n', '\n').trim()}\n`;
  };
  return {
    name,
    apply: ({ hooks }: Compiler) =>
      hooks.thisCompilation.tap(name, (compilation) => {
        const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
        compilation.hooks.processAssets.tap({ name, stage }, () => {
          const notices = [...bundledPackages(compilation)].map((one) => notice(compilation, one));
          const text = notices.sort().join(`\n${'-'.repeat(80)}\n\n`);
          compilation.emitAsset(filename, new sources.RawSource(text));
        });
      }),
  };
}
