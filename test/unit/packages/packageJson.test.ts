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
  qs: 'Stryker, express and webpack-dev-server use it. Versions up to 6.15.3 have known advisories.',
  'unrs-resolver': 'jest-resolve uses it. The reason is that of oxc-parser.',
};

/** Packages that are not at their newest version, and why. */
const HELD_BACK: Record<string, [newest: RegExp, reason: string]> = {
  typescript: [/^~6\./, 'ts-jest and typescript-eslint do not accept version 7.'],
  'webpack-cli': [/^7\.2\.3$/, 'Version 7.3 needs a package that needs Node 22.'],
  '@types/node': [/^\^20\./, 'Types of a newer Node would allow calls that Node 20 does not have.'],
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
  test('holds back only the packages that have a reason', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    for (const [name, [version]] of Object.entries(HELD_BACK)) {
      expect(devDependencies[name]).toMatch(version);
    }
    const fixed = Object.entries(devDependencies).filter(([, version]) => !version.startsWith('^'));
    const minors = ['@testing-library/jest-dom', 'webpack-dev-server'];
    expect(
      fixed
        .map(([name]) => name)
        .filter((name) => !minors.includes(name))
        .sort(),
    ).toEqual(
      Object.keys(HELD_BACK)
        .filter((name) => name !== '@types/node')
        .sort(),
    );
  });

  test('overrides only the versions that have a reason', () => {
    const { overrides } = JSON.parse(read('package.json')) as { overrides: object };
    expect(Object.keys(overrides).sort()).toEqual(Object.keys(OVERRIDES).sort());
  });
});
