import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { runSuite } from '../../support/build/runSuite';

interface Job {
  container?: { image?: string; options?: string };
  env?: Record<string, string>;
  strategy?: { matrix: Record<string, string[]> };
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

const ROOT = path.join(__dirname, '../../..');
const FOLDER = '.github/workflows';
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const names = readdirSync(path.join(ROOT, FOLDER));
const jobs = names.flatMap((name) =>
  Object.entries((parse(read(`${FOLDER}/${name}`)) as { jobs: Record<string, Job> }).jobs).map(
    ([id, job]) => [`${name}: ${id}`, job] as const,
  ),
);

/** The commands of all jobs, with what `.ci/run` and `npm test` run in their turn. */
function commands(): string[] {
  const own = jobs.flatMap(([, { steps, strategy }]) => [
    ...steps.map(({ run }) => run ?? ''),
    ...(strategy?.matrix.command ?? []),
  ]);
  const all = own.flatMap((command) =>
    command === '.ci/run' ? read(command).split('\n') : command,
  );
  return all.flatMap((command) => (command === 'npm test' ? (scripts.test ?? '') : command));
}

describe('The workflows', () => {
  const suites = Object.keys(scripts).filter((name) => /^(test:|bench|soak)/.test(name));

  test.each(suites)('run %s', (suite) => {
    // test:deployment runs test:contract on ASP.NET Core: the command needs a provider.
    const isContract = suite === 'test:contract';
    const text = isContract ? read('test/deployment/run.ts') : commands().join('\n');
    const name = isContract ? 'test/contract/contract.ts' : suite;
    expect(text).toMatch(new RegExp(`(^|[ '":])${name}($|[ '"])`, 'm'));
  });

  test.each(jobs)(
    '%s runs as root on Debian, where the suites install what they need',
    (_, job) => {
      expect(job.container?.image).toMatch(/^buildpack-deps:/);
      expect(job.container?.options).not.toContain('--user');
      expect(job.env).toEqual({ HOME: '/root' });
    },
  );

  test.each(names)('%s lets no failure pass', (name) => {
    expect(read(`${FOLDER}/${name}`)).not.toMatch(/continue-on-error|\|\| true|\n +-? ?if:|CI:/);
  });

  test.each(names)('%s names each action by its commit, with the version beside it', (name) => {
    const actions = read(`${FOLDER}/${name}`).match(/uses: .*/g) ?? [];
    expect(actions).not.toEqual([]);
    for (const action of actions)
      expect(action).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test.each(jobs)('%s keeps no credentials after the checkout', (_, { steps }) => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts).not.toEqual([]);
    for (const checkout of checkouts)
      expect(checkout.with).toEqual({ 'persist-credentials': false });
  });
});

describe('A suite that lacks a program', () => {
  const { CI } = process.env;
  afterEach(() => {
    process.env.CI = CI;
    if (CI === undefined) delete process.env.CI;
  });

  test('fails in CI, and says what to install', async () => {
    process.env.CI = 'true';
    await expect(runSuite('test/engines', ['xvfb', 'xdotool'])).rejects.toThrow(
      'The tests of engines need xvfb, xdotool. Install them',
    );
  });

  test('is skipped elsewhere, with a message', async () => {
    delete process.env.CI;
    const log = jest.spyOn(console, 'log').mockImplementation();
    await runSuite('test/engines', ['xvfb']);
    expect(log.mock.calls).toEqual([['Skipped. The tests of engines need xvfb.']]);
  });
});
