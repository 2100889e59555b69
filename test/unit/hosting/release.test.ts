import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SCRIPT = path.join(__dirname, '../../../src/hosting/release.sh');
const DAY = 86_400_000;

/** The files of a build, by name. Two releases share a script that has not changed. */
const build = (text: string, scripts: string[]) => ({
  'index.html': `<meta name="provider-host"/><script src="/${scripts[0] ?? ''}"></script>`,
  'favicon.svg': text,
  ...Object.fromEntries(scripts.flatMap((name) => [name, `${name}.br`].map((one) => [one, text]))),
});
const OLD = build('old', ['main.aa.js', 'chat.aa.js', 'vendors.js']);
const NEW = build('new', ['main.bb.js', 'vendors.js']);

const idOf = ({ 'index.html': page }: typeof OLD) =>
  createHash('sha256').update(page).digest('hex').slice(0, 12);

const namesOf = (...builds: object[]) => [...new Set(builds.flatMap(Object.keys))].sort();

/** The web server's folder. */
let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'release-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...names: string[]) => path.join(folder, ...names);
const read = (name: string) => readFileSync(at('dist', name), 'utf8');
const names = (of = 'dist') => readdirSync(at(of)).sort();

function run(...args: string[]): void {
  execFileSync(SCRIPT, args, { env: { ...process.env, CHAT_FOLDER: folder }, stdio: 'pipe' });
}

/** Copies a build into a folder, as `scp` does. */
function copy(to: string, files: Record<string, string>): void {
  mkdirSync(at(to));
  for (const [name, text] of Object.entries(files)) writeFileSync(at(to, name), text);
}

function add(files: Record<string, string>): void {
  copy('new', files);
  run('add');
}

/** Sets back the time at which the releases were replaced, by some days. */
function age(days: number): void {
  const time = new Date(Date.now() - days * DAY);
  for (const name of names('releases')) utimesSync(at('releases', name), time, time);
}

describe('release.sh', () => {
  test('puts releases online, rolls back, and keeps every file of the release before', () => {
    add(OLD);
    expect(names()).toEqual(namesOf(OLD));
    age(30);
    const inTransfer = ['index.html', 'favicon.svg'] as const;
    const opened = inTransfer.map((name) => openSync(at('dist', name), 'r'));
    add(NEW);
    expect(inTransfer.map(read)).toEqual(inTransfer.map((name) => NEW[name]));
    const finished = opened.map((file) => readFileSync(file, 'utf8'));
    expect(finished).toEqual(inTransfer.map((name) => OLD[name]));
    run('clean');
    expect(names()).toEqual(namesOf(OLD, NEW));
    run('use', idOf(OLD));
    expect(inTransfer.map(read)).toEqual(inTransfer.map((name) => OLD[name]));
    run('clean');
    expect(names()).toEqual(namesOf(OLD, NEW));
    expect(() => run('use', '0000000000cc')).toThrow('releases/ has no release 0000000000cc.');
    expect(read('index.html')).toBe(OLD['index.html']);
  });

  test('deletes a release replaced over a week ago, and its scripts', () => {
    // A release that was not put online by release.sh.
    copy('dist', { ...OLD, 'robots.txt': '' });
    add(NEW);
    run('clean');
    expect(names()).toEqual(namesOf(OLD, NEW, { 'robots.txt': '' }));
    age(9);
    run('clean');
    expect(names()).toEqual(namesOf(NEW, { 'robots.txt': '' }));
    // The same build again.
    add(NEW);
    expect(names('releases')).toEqual([idOf(NEW)]);
  });

  test.each([
    ['a second copy nested in the first', () => copy('new/dist', NEW), 'new/dist'],
    ['a copy without a page', () => rmSync(at('new/index.html')), 'new/ has no index.html'],
    [
      'a page of something else',
      () => writeFileSync(at('new/index.html'), 'Welcome'),
      'new/ has the page of something else',
    ],
    ['a copy that was cut', () => rmSync(at('new/main.bb.js')), 'new/ lacks /main.bb.js'],
  ])('refuses %s, in words, before anything moves', (_, spoil, message) => {
    add(OLD);
    copy('new', NEW);
    spoil();
    const files = readdirSync(folder, { recursive: true });
    expect(() => run('add')).toThrow(message);
    expect(() => run('add')).toThrow(`Delete ${folder}/new, and copy the build again.`);
    expect(readdirSync(folder, { recursive: true })).toEqual(files);
    expect(read('index.html')).toBe(OLD['index.html']);
  });
});
