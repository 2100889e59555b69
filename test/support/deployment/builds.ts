import { readdirSync } from 'node:fs';
import path from 'node:path';

const CACHE = path.join(__dirname, '../../../node_modules/.cache');

/** The production build under test. It is not `dist/`, which may be built for another provider. */
export const BUILD_FOLDER = path.join(CACHE, 'deployment-build/dist');
/** A second build of the same sources, to compare with the first. */
export const REBUILD_FOLDER = path.join(CACHE, 'deployment-rebuild/dist');

/** Returns the paths of the build's files with an extension. */
export const filesOfBuild = (extension: string): string[] =>
  readdirSync(BUILD_FOLDER)
    .filter((name) => name.endsWith(`.${extension}`))
    .map((name) => `/${name}`);
