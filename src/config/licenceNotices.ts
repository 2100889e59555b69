import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Compilation, sources, WebpackError, type Compiler, type Module } from 'webpack';

const PLUGIN = 'licenceNotices';
const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** Returns the folders of the packages whose code is in the scripts. */
function bundledPackages({ modules, chunkGraph }: Compilation): string[] {
  const folders = new Set<string>();
  const visit = (module: Module): void => {
    // webpack concatenates modules into one that names only the first of them.
    if ('modules' in module) (module.modules as Module[]).forEach(visit);
    const folder = PACKAGE_FOLDER.exec(module.nameForCondition() ?? '')?.[0];
    if (folder) folders.add(folder);
  };
  for (const module of modules) {
    if (chunkGraph.getNumberOfModuleChunks(module) > 0) visit(module);
  }
  return [...folders];
}

function readLicence(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  return file && readFileSync(path.join(folder, file), 'utf8');
}

/**
 * Webpack plugin that writes the licence texts of all packages in the scripts into one file. Fails
 * the build if a package has no licence text.
 * @param filename name of the file in the output folder
 * @param texts licence texts of packages that have no licence file, by package name
 */
export function licenceNotices(filename: string, texts: Partial<Record<string, string>>) {
  const write = (compilation: Compilation): void => {
    const notices = bundledPackages(compilation).map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(path.join(folder, 'package.json'), 'utf8'),
      ) as { name: string; version: string; license: string };
      const text = texts[name] ?? readLicence(folder);
      if (text === undefined) {
        const message = `${name} has no licence text. Add it to licenceNotices in webpack.config.js.`;
        compilation.errors.push(new WebpackError(message));
      }
      return `${name} ${version} (${license})\n\n${(text ?? '').replaceAll('\r\n', '\n').trim()}\n`;
    });
    const file = new sources.RawSource(notices.sort().join(`\n${'-'.repeat(80)}\n\n`));
    compilation.emitAsset(filename, file);
  };
  return {
    name: PLUGIN,
    apply: ({ hooks }: Compiler): void =>
      hooks.thisCompilation.tap(PLUGIN, (compilation) => {
        // The template's compiler bundles for Node, and its output is not shipped.
        if (compilation.compiler.isChild()) return;
        const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
        compilation.hooks.processAssets.tap({ name: PLUGIN, stage }, () => write(compilation));
      }),
  };
}
