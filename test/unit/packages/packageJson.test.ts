import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lockedPackages } from '../../support/build/lockfile';

const read = (name: string) => readFileSync(path.join(__dirname, '../../..', name), 'utf8');

/** Packages with an install script, and why they work without it. */
const UNUSED_INSTALL_SCRIPTS: Record<string, string> = {
  '@parcel/watcher': 'Only jest --watch uses it. npm installs its build for each platform.',
  'core-js-pure': 'The script only prints a request for donations.',
  esbuild: 'tsx uses it. The script only makes the platform’s build start faster.',
  'unrs-resolver': 'jest uses it. The script only fetches a build that npm failed to install.',
};

/** Versions of indirect dependencies that package.json overrides, and why. */
const OVERRIDES: Record<string, string> = {
  'oxc-parser':
    'knip uses it. The build for some platforms is missing from registries in later versions, and npm ci then fails.',
  'unrs-resolver': 'jest-resolve uses it. The reason is that of oxc-parser.',
};

describe('.npmrc', () => {
  test('forbids install scripts, in every version of npm', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });
});

describe('package-lock.json', () => {
  test('has an install script only in packages that are known to work without it', () => {
    const names = lockedPackages()
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([folder]) => folder.split('node_modules/').at(-1));
    expect([...new Set(names)].sort()).toEqual(Object.keys(UNUSED_INSTALL_SCRIPTS).sort());
  });
});

describe('package.json', () => {
  test('overrides only the versions that have a reason', () => {
    const { overrides } = JSON.parse(read('package.json')) as { overrides: object };
    expect(Object.keys(overrides).sort()).toEqual(Object.keys(OVERRIDES).sort());
  });
});
