import { execFileSync } from 'node:child_process';
import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, nginxTest as test } from '../../support/deployment/fixtures';
import { startNginx } from '../../support/deployment/nginx';

const SCRIPT = path.join(__dirname, '../../../src/hosting/release.sh');

/** The files of a build, by name. Two releases share a script that has not changed. */
const build = (id: string, scripts: string[]) => ({
  'index.html': `<meta name="build" content="${id}"/><script src="/${scripts[0] ?? ''}"></script>`,
  'favicon.svg': id,
  ...Object.fromEntries(scripts.flatMap((name) => [name, `${name}.br`].map((one) => [one, id]))),
});
const OLD = build('0000000000aa', ['main.aa.js', 'chat.aa.js', 'vendors.js']);
const NEW = build('0000000000bb', ['main.bb.js', 'vendors.js']);

/** A web server's folder. */
function makeSite() {
  const folder = test.info().outputPath('site');
  mkdirSync(folder, { recursive: true });
  const read = (name: string) => readFileSync(path.join(folder, 'dist', name), 'utf8');
  const run = (...args: string[]) =>
    execFileSync(SCRIPT, args, { env: { ...process.env, CHAT_FOLDER: folder }, stdio: 'pipe' });
  const write = (to: string, files: Record<string, string>) => {
    mkdirSync(path.join(folder, to));
    for (const [name, text] of Object.entries(files))
      writeFileSync(path.join(folder, to, name), text);
  };
  const add = (files: Record<string, string>) => {
    write('new', files);
    run('add');
  };
  const age = (days: number) =>
    execFileSync('find', ['releases', '-exec', 'touch', '-d', `${days} days ago`, '{}', '+'], {
      cwd: folder,
    });
  const names = (of = 'dist') => readdirSync(path.join(folder, of)).sort();
  return { folder, read, run, write, add, age, names };
}

const namesOf = (...builds: object[]) => [...new Set(builds.flatMap(Object.keys))].sort();

test.describe('release.sh', () => {
  test('puts releases online, rolls back, and keeps every file of the release before', () => {
    const { folder, read, run, add, age, names } = makeSite();
    add(OLD);
    expect(names()).toEqual(namesOf(OLD));
    age(30);
    const inTransfer = ['index.html', 'favicon.svg'] as const;
    const opened = inTransfer.map((name) => openSync(path.join(folder, 'dist', name), 'r'));
    add(NEW);
    expect(inTransfer.map(read)).toEqual(inTransfer.map((name) => NEW[name]));
    const finished = opened.map((file) => readFileSync(file, 'utf8'));
    expect(finished).toEqual(inTransfer.map((name) => OLD[name]));
    run('clean');
    expect(names()).toEqual(namesOf(OLD, NEW));
    run('use', '0000000000aa');
    expect(inTransfer.map(read)).toEqual(inTransfer.map((name) => OLD[name]));
    run('clean');
    expect(names()).toEqual(namesOf(OLD, NEW));
    expect(() => run('use', '0000000000cc')).toThrow('releases/ has no release 0000000000cc.');
    expect(read('index.html')).toBe(OLD['index.html']);
  });

  test('deletes a release replaced over a week ago, and its scripts', () => {
    const { run, write, add, age, names } = makeSite();
    // A release that was put online in another way.
    write('dist', { ...OLD, 'robots.txt': '' });
    add(NEW);
    run('clean');
    expect(names()).toEqual(namesOf(OLD, NEW, { 'robots.txt': '' }));
    age(9);
    run('clean');
    expect(names()).toEqual(namesOf(NEW, { 'robots.txt': '' }));
    // The same build again.
    add(NEW);
    expect(names('releases')).toEqual(['0000000000bb']);
  });

  test('fails a check if a script or the page is missing', async ({ provider }) => {
    const { folder, run, add } = makeSite();
    add(NEW);
    const root = path.join(folder, 'dist');
    const nginx = await startNginx([provider.url], [[/(?<=^\s*root )[^;]+/gm, root]]);
    // The certificate is self-signed.
    process.env.CURL_CA_BUNDLE = path.join(nginx.folder, 'certificate.pem');
    const check = () => run('check', nginx.url);
    check();
    for (const name of ['main.bb.js', 'index.html']) {
      rmSync(path.join(root, name));
      expect(check, name).toThrow(/404/);
    }
    await nginx.stop();
  });
});
