import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scripts } from '../../../package.json';

const ROOT = path.join(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const filesIn = (folder: string, end: RegExp): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => end.test(file) && !/node_modules|\bbin\b|\bobj\b/.test(file));

const PAGES = [
  'README.md',
  ...['.github', 'src', 'test'].flatMap((folder) => filesIn(folder, /\.md$/)),
];

/** The commands in the `sh` blocks of a page, and its other npm scripts. Without comments and variables. */
function commandsOf(page: string): string[] {
  const inline = [...read(page).matchAll(/`(npm run [\w:]+)`/g)].map(([, command = '']) => command);
  const blocks = [...read(page).matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const lines = blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split(/\n|&&|\|/))
    .map((line) =>
      line
        .replace(/(^|\s)#.*/, '')
        .trim()
        .replace(/^(?:[A-Z_]+=(?:\$\(.*?\)|\S+) )+/, ''),
    )
    .filter(Boolean);
  return [...new Set([...inline, ...lines])];
}

/** Splits a command at spaces outside quotes. */
const words = (command: string) =>
  [
    ...command.replace(/^node .*\.bin\/jest/, 'npx jest').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
  ].map(([, ...quoted]) => quoted.find(Boolean) ?? '');

/** Path and source of each test file, as one string. */
const testFiles = filesIn('test', /\.tsx?$/).map((file) => file + read(file));

/** Returns the words by which a command of jest or Playwright filters tests. */
function filtersOf([program, ...args]: string[]): string[] {
  const isRunner = program === 'npx' && /^(jest|playwright)$/.test(args[0] ?? '');
  const isSuite = program === 'npm' && /^test:(deployment|engines|speech)$/.test(args[1] ?? '');
  return isRunner || isSuite ? args.slice(isRunner ? 1 : 2).filter((arg) => /^\w/.test(arg)) : [];
}

const commands = PAGES.flatMap((page) =>
  commandsOf(page).map((command) => [page, command] as const),
);

describe('Commands of the pages', () => {
  test.each(commands)('%s: %s', (_, command) => {
    const [program = '', ...args] = words(command);
    if (program === 'npm' && args[0] === 'run') expect(Object.keys(scripts)).toContain(args[1]);
    const paths = args
      .filter((arg) => /^(src|test)\//.test(arg))
      .map((arg) => arg.replace(/\/?\*.*/, ''));
    expect(paths.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    const unknown = filtersOf([program, ...args]).filter(
      (word) => !testFiles.some((file) => file.includes(word)),
    );
    expect(unknown).toEqual([]);
  });
});

describe('Links of the pages', () => {
  const anchors = (page: string) =>
    [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );

  test.each(PAGES)('%s', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
    const broken = links.filter(([, file = '', anchor]) => {
      const target = path.join(path.dirname(page), file || path.basename(page));
      return (
        !existsSync(path.join(ROOT, target)) ||
        (anchor !== undefined && !anchors(target).includes(anchor))
      );
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe('src/specification.md', () => {
  test('lists the sections that the code and the test names refer to, and no others', () => {
    const listed = [...read('src/specification.md').matchAll(/^\| (S\d) /gm)];
    const files = ['src', 'test'].flatMap((folder) => filesIn(folder, /\.(tsx?|css)$/));
    const references = files.flatMap((file) => read(file).match(/\bS\d(?:\.\d+)?\b/g) ?? []);
    expect([...new Set(references)].sort()).toEqual(listed.map(([, section]) => section));
  });
});
