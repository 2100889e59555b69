import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { scripts } from '../../../package.json';
import jestConfig from '../../../jest.config.js';

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

const text = { type: 'string' } as const;
/** The options that select tests, of jest (`-t`) and of Playwright. */
const OPTIONS = {
  t: text,
  g: text,
  c: text,
  project: text,
  selectProjects: text,
  trace: text,
} as const;
const FLAGS = ['t', 'g', 'c'];

function parse(args: string[]) {
  const long = args.map((arg) =>
    arg.replace(/^-(\w)$/, (flag, name: string) => (FLAGS.includes(name) ? `--${name}` : flag)),
  );
  return parseArgs({ args: long, options: OPTIONS, allowPositionals: true, strict: false });
}

/** The files of a runner that the arguments select, as both runners do: by patterns, and by names. */
function selected(files: string[], patterns: readonly string[], name: unknown): string[] {
  const matches = files.filter(
    (file) => patterns.length === 0 || patterns.some((pattern) => new RegExp(pattern).test(file)),
  );
  // A name is a string literal of the file, also where a table holds it.
  const isNamed = (file: string) =>
    [...read(file).matchAll(/'([^'\n]*)'|`([^`]*)`|"([^"\n]*)"/g)].some(([literal]) =>
      new RegExp(String(name)).test(literal.slice(1, -1)),
    );
  return typeof name === 'string' ? matches.filter(isNamed) : matches;
}

const SPECS = /\.spec\.ts$/;

/** Returns the tests that a command runs; undefined if the command runs no tests by name. */
function testsOf([program = '', ...args]: string[]): string[] | undefined {
  if (program === 'npx' && args[0] === 'jest') {
    const { positionals, values } = parse(args.slice(1));
    const projects = jestConfig.projects.filter(
      ({ displayName }) => (values.selectProjects ?? displayName) === displayName,
    );
    const files = filesIn('test', /\.test\.tsx?$/).filter((file) =>
      projects.some(({ testMatch }) => testMatch.some((glob) => matchesGlob(file, glob))),
    );
    return selected(files, positionals, values.t);
  }
  if (program === 'npx' && args[0] === 'playwright' && args[1] === 'test') {
    const { positionals, values } = parse(args.slice(2));
    return selected(filesIn(String(values.c), SPECS), positionals, values.g);
  }
  const [, suite] = /^test:(deployment|engines|speech)$/.exec(args[1] ?? '') ?? [];
  if (program === 'npm' && suite !== undefined && args.length > 2) {
    const { positionals, values } = parse(args.slice(3));
    const name = args.includes('--short') ? '@short' : values.g;
    return selected(filesIn(`test/${suite}`, SPECS), positionals, name);
  }
  return undefined;
}

/** Whether a path matches one of jest's globs. */
function matchesGlob(file: string, glob: string): boolean {
  const pattern = glob
    .replace('<rootDir>/', '')
    .replace(/\{(.*?)\}/, (_, names: string) => `(${names.replaceAll(',', '|')})`)
    .replaceAll('.', '\\.')
    .replace('**/*', '.*');
  return new RegExp(`^${pattern}$`).test(file);
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
    expect(testsOf([program, ...args])).not.toEqual([]);
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
