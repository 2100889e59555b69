import { execSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockedPackages, runtimePackages } from '../../support/build/lockfile';

const ROOT = path.join(__dirname, '../../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const { devDependencies, overrides } = JSON.parse(read('package.json')) as Record<
  'devDependencies' | 'overrides',
  Record<string, string>
>;
const locked = lockedPackages();

/** Licences that only require their own text, which the build puts beside its files. */
const PERMISSIVE = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|Unlicense)$/;

/** Packages with an install script, and why they work without it. */
const UNUSED_INSTALL_SCRIPTS = {
  '@parcel/watcher': 'Only jest --watch uses it. npm installs its build for each platform.',
  esbuild: 'tsx and the build use it. The script only makes the platform’s build start faster.',
  'unrs-resolver': 'jest uses it. The script only fetches a build that npm failed to install.',
};

/** Versions of indirect dependencies that package.json overrides, and why. */
const OVERRIDES = {
  'oxc-parser':
    'knip uses it. The build for some platforms is missing from registries in later versions, and npm ci then fails.',
  qs: 'Stryker and express use it. Versions up to 6.15.3 have known advisories.',
  'unrs-resolver': 'jest-resolve uses it. The reason is that of oxc-parser.',
};

/** Development dependencies that `npm update` must not raise to the next minor or major version. */
const HELD_BACK = {
  typescript: 'ts-jest and typescript-eslint do not accept version 7.',
  'webpack-cli': 'Version 7.3 needs a package that needs Node 22.',
};

const namesOf = (packages: object) => Object.keys(packages).sort();

describe('package.json', () => {
  test('holds back only the packages that have a reason', () => {
    const exact = Object.entries(devDependencies).filter(([, version]) => !version.startsWith('^'));
    expect(namesOf(Object.fromEntries(exact))).toEqual(namesOf(HELD_BACK));
    expect(devDependencies.typescript).toMatch(/^~6\./);
  });

  test('has the types of the oldest Node that it supports, so that no newer call is used', () =>
    expect(devDependencies['@types/node']).toMatch(/^\^20\./));

  test('overrides only the versions that have a reason', () =>
    expect(namesOf(overrides)).toEqual(namesOf(OVERRIDES)));
});

describe('package-lock.json', () => {
  test('has permissive licences for all runtime packages', () => {
    const packages = runtimePackages();
    expect(packages.map(({ name }) => name)).toContain('@microsoft/signalr');
    expect(packages.filter(({ licence }) => !PERMISSIVE.test(licence))).toEqual([]);
  });

  test('has a hash and no registry URL for each package, so that any registry can serve it', () => {
    expect(locked.length).toBeGreaterThan(500);
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  test('has an install script only in packages that are known to work without it', () => {
    const names = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([folder]) => folder.split('node_modules/').at(-1));
    expect([...new Set(names)].sort()).toEqual(namesOf(UNUSED_INSTALL_SCRIPTS));
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });
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
    const pattern = glob
      .replace(/^!/, '')
      .replace(/[{,}]/g, (part) => ({ '{': '(?:', ',': '|' })[part] ?? ')')
      .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
    const files = sources.filter((file) => new RegExp(`^${pattern}$`).test(`src/${file}`));
    const names = /\{(.*)\}/.exec(glob)?.[1]?.split(',') ?? [''];
    expect(files.length).toBeGreaterThanOrEqual(names.length);
  });

  test('takes no version that is younger than a week', () => {
    const updates = read('.github/dependabot.yml').split('package-ecosystem:').slice(1);
    expect(updates).toHaveLength(3);
    for (const update of updates) expect(update).toMatch(/\n {4}cooldown:\n {6}default-days: 7\n/);
    // A floating version takes an update at the next build, without the bot.
    expect(read('test/deployment/host/Host.csproj')).not.toMatch(/ Version="[^"]*[^\d."]/);
  });
});

describe('npm run sbom', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'sbom-'));
  afterAll(() => rmSync(project, { recursive: true }));

  test('writes a CycloneDX bill of all packages of the lockfile, even if none is installed', () => {
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(ROOT, name), path.join(project, name));
    execSync('npm run sbom --offline', { cwd: project, stdio: 'pipe' });
    const bill = JSON.parse(readFileSync(path.join(project, 'sbom.json'), 'utf8')) as {
      bomFormat: string;
      components: { hashes: { content: string }[] }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    // By hash, because npm lists some aliases under their own name.
    const listed = bill.components.map(({ hashes: [hash] }) =>
      Buffer.from(hash?.content ?? '', 'hex').toString('base64'),
    );
    const hashes = locked.map(([, { integrity }]) => integrity?.replace('sha512-', ''));
    expect(new Set(listed)).toEqual(new Set(hashes));
  });
});
