import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { BUILD_FOLDER } from '../../support/deployment/builds';
import { commandsOf, runCommands } from '../../support/deployment/hostingPage';

const [UPLOAD = '', KEEP = '', SWITCH = '', ROLL_BACK = '', CLEAN = ''] = commandsOf('Release');

const read = (...names: string[]) => readFileSync(path.join(...names), 'utf8');
const idIn = (folder: string) =>
  /<meta name="build" content="(.*?)"/.exec(read(folder, 'index.html'))?.[1] ?? '';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Changes a script of a build and its name, and the name in another file. */
function changeScript(folder: string, name: string, namedIn: string): string {
  const file = readdirSync(folder).find((one) => new RegExp(`^${name}\\..*\\.js$`).test(one)) ?? '';
  const [, hash = ''] = file.split('.');
  const text = `${read(folder, file)}\n`;
  writeFileSync(path.join(folder, file), text);
  for (const one of readdirSync(folder).filter((copy) => copy.startsWith(file)))
    renameSync(path.join(folder, one), path.join(folder, one.replace(hash, hashOf(text))));
  const naming = readdirSync(folder).find((one) => new RegExp(namedIn).test(one)) ?? '';
  writeFileSync(path.join(folder, naming), read(folder, naming).replaceAll(hash, hashOf(text)));
  return `${name}.${hashOf(text)}.js`;
}

/** Makes a later release from a build: the chat's script, the main script, a style and an icon. */
function makeNextRelease(from: string, folder: string): void {
  cpSync(from, folder, { recursive: true });
  changeScript(folder, 'chat', '^main\\..*\\.js$');
  changeScript(folder, 'main', '^index\\.html$');
  const page = read(folder, 'index.html');
  writeFileSync(path.join(folder, 'index.html'), page.replace(idIn(folder), hashOf(page)));
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>');
}

/** Returns the hashes of all scripts that a page loads, by its main script's runtime too. */
function scriptsOf(folder: string): string[] {
  const main = readdirSync(folder).find((name) => /^main\..*\.js$/.test(name)) ?? '';
  // Without the chat's scripts, which `lazy` has.
  const named = [
    ...read(folder, 'index.html').matchAll(/<script [^>]*defer[^>]*\/[\w-]+\.([0-9a-f]{12})\.js/g),
  ];
  const lazy = [...read(folder, main).matchAll(/:"([0-9a-f]{12})"/g)];
  expect([named.length, lazy.length]).toEqual([2, 3]);
  return [...named, ...lazy].map(([, hash = '']) => hash);
}

/** A web server's folder, and two builds on the machine that builds. */
function makePlaces() {
  const { outputDir } = test.info();
  const [old, next, site] = ['old', 'next', 'site'].map((name) => path.join(outputDir, name)) as [
    string,
    string,
    string,
  ];
  cpSync(BUILD_FOLDER, path.join(old, 'dist'), { recursive: true });
  makeNextRelease(BUILD_FOLDER, path.join(next, 'dist'));
  mkdirSync(site);
  const places = { 'chat.example.az:': '', scp: 'cp', '/srv/support-chat': site };
  const shell = (folder: string, ...commands: string[]) => runCommands(commands, folder, places);
  const release = (folder: string) => {
    shell(folder, UPLOAD);
    shell('/', KEEP, SWITCH);
  };
  const online = path.join(site, 'dist');
  const missing = (of: string) =>
    scriptsOf(path.join(of, 'dist')).filter(
      (hash) => !readdirSync(online).some((name) => name.endsWith(`.${hash}.js`)),
    );
  return { old, next, site, online, shell, release, missing };
}

test.describe('The commands of the page about releases', () => {
  test('put the first release online', () => {
    const { old, online, release } = makePlaces();
    release(old);
    const files = readdirSync(online).sort();
    expect(files).toEqual(readdirSync(BUILD_FOLDER).sort());
    for (const name of files) expect(read(online, name), name).toBe(read(BUILD_FOLDER, name));
  });

  test('keep every script of the release before, roll back, and delete nothing too early', () => {
    const { old, next, site, online, shell, release, missing } = makePlaces();
    release(old);
    shell(site, "touch -d '30 days ago' releases/*");
    const inTransfer = ['index.html', 'favicon.svg'].map((name) => ({
      name,
      file: openSync(path.join(online, name), 'r'),
    }));
    release(next);
    expect(idIn(online)).toBe(idIn(path.join(next, 'dist')));
    expect(read(online, 'favicon.svg')).toBe('<svg/>');
    for (const { name, file } of inTransfer)
      expect(readFileSync(file, 'utf8')).toBe(read(BUILD_FOLDER, name));
    shell('/', CLEAN);
    expect([...missing(old), ...missing(next)]).toEqual([]);
    shell('/', ROLL_BACK.replace(/\w{12}$/m, idIn(BUILD_FOLDER)), SWITCH);
    for (const name of ['index.html', 'favicon.svg'])
      expect(read(online, name)).toBe(read(BUILD_FOLDER, name));
    shell('/', CLEAN);
    expect([...missing(old), ...missing(next)]).toEqual([]);
  });

  test('delete after a week what only the release before needs', () => {
    const { old, next, site, online, shell, release, missing } = makePlaces();
    // A release that was put online in another way.
    cpSync(path.join(old, 'dist'), path.join(site, 'dist'), { recursive: true });
    writeFileSync(path.join(online, 'robots.txt'), '');
    release(next);
    shell('/', CLEAN);
    expect(missing(old)).toEqual([]);
    shell(site, "touch -d '9 days ago' releases/*", CLEAN);
    expect(missing(next)).toEqual([]);
    expect(missing(old)).toHaveLength(2);
    const expected = [...readdirSync(path.join(next, 'dist')), 'robots.txt'].sort();
    expect(readdirSync(online).sort()).toEqual(expected);
    expect(readdirSync(path.join(site, 'releases'))).toEqual([idIn(online)]);
  });
});
