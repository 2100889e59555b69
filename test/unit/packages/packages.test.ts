import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

/** Versions that package.json overrides, or holds back from `npm update`, and why. */
const PINNED = {
  '@types/node': 'The types of the oldest Node that is supported, so that no newer call is used.',
  'oxc-parser':
    'knip uses it. The build for some platforms is missing from registries in later versions, and npm ci then fails.',
  qs: 'Stryker and express use it. Versions up to 6.15.3 have known advisories.',
  typescript: 'ts-jest and typescript-eslint do not accept version 7.',
  'unrs-resolver': 'jest-resolve uses it. The reason is that of oxc-parser.',
  'webpack-cli': 'Version 7.3 needs a package that needs Node 22.',
};

/** Licences that only require their own text, which the build puts beside its files. */
const PERMISSIVE = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|Unlicense)$/;

interface Locked {
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
}

describe('package.json', () => {
  test('pins only the versions that have a reason', () => {
    const { devDependencies, overrides } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
      overrides: object;
    };
    const held = Object.entries(devDependencies).filter(([, version]) => !version.startsWith('^'));
    const pinned = ['@types/node', ...held.map(([name]) => name), ...Object.keys(overrides)];
    expect(pinned.sort()).toEqual(Object.keys(PINNED));
    expect(devDependencies['@types/node']).toMatch(/^\^20\./);
    expect(devDependencies.typescript).toMatch(/^~6\./);
  });
});

describe('package-lock.json', () => {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  const locked = Object.entries(lock.packages).filter(([folder]) => folder !== '');

  test('has permissive licences for all packages that may reach a browser', () => {
    const runtime = locked.filter(([, { dev, devOptional }]) => !dev && !devOptional);
    expect(runtime.map(([folder]) => folder)).toContain('node_modules/@microsoft/signalr');
    expect(runtime.filter(([, { license = '' }]) => !PERMISSIVE.test(license))).toEqual([]);
  });

  test('has a hash and no registry URL for each package, so that any registry can serve it', () =>
    expect(
      locked.filter(([, { resolved, integrity }]) => resolved ?? !integrity?.startsWith('sha512-')),
    ).toEqual([]));
});

describe('the configuration', () => {
  test.each([
    '.npmrc',
    '.ci/run',
    '.github/dependabot.yml',
    'package.json',
    'eslint.config.js',
    'jest.config.js',
    'webpack.config.js',
  ])('names only files that exist: %s', (name) => {
    const paths = read(name).match(/\b(?:src|test)\/[\w./-]*\w/g) ?? [];
    expect(paths.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  const { mutate } = JSON.parse(read('test/mutation/stryker.config.json')) as { mutate: string[] };
  const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });

  test.each(mutate)('mutates only files that exist: %s', (glob) => {
    const [, names = ''] = /\{(.*)\}/.exec(glob) ?? [];
    for (const name of names.split(',')) {
      const pattern = glob
        .replace(/^!/, '')
        .replace(/\{.*\}/, name)
        .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
      const files = sources.filter((file) => new RegExp(`^${pattern}$`).test(`src/${file}`));
      expect(files).not.toEqual([]);
    }
  });

  test('takes no version that is younger than a week, and runs no code at an installation', () => {
    const updates = read('.github/dependabot.yml').split('package-ecosystem:').slice(1);
    expect(updates).toHaveLength(3);
    for (const update of updates) expect(update).toMatch(/\n {4}cooldown:\n {6}default-days: 7\n/);
    // A floating version takes an update at the next build, without the bot.
    expect(read('test/deployment/host/Host.csproj')).not.toMatch(/ Version="[^"]*[^\d."]/);
    expect(read('.npmrc')).toContain('\nignore-scripts=true\n');
  });
});
