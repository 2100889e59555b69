import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureChromium } from '../support/findChromium';
import { APP_FOLDER } from './appFolder';
import { Host, HOST_FOLDER } from './host';

const CONTRACT = path.join(__dirname, '../contract');

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const all = { ...process.env, ...env };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: all });
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed.`);
}

/** The contract tests that speak to whatever provider they are pointed at. */
function portableTests(): string[] {
  const tests = readdirSync(CONTRACT).filter((name) => name.endsWith('.test.ts'));
  return tests.filter((name) =>
    readFileSync(path.join(CONTRACT, name), 'utf8').includes('openTarget('),
  );
}

async function runContract(): Promise<void> {
  const host = await Host.start();
  try {
    const patterns = portableTests().map((name) => `contract/${name}`);
    const args = ['jest', '--selectProjects', 'contract', '--testPathPatterns', ...patterns];
    run('npx', args, { CONTRACT_PROVIDER_URL: host.url });
  } finally {
    await host.stop();
  }
}

/** `npm run test:interop`: contract and browser tests against ASP.NET Core itself. */
async function main(): Promise<void> {
  if (spawnSync('dotnet', ['--version']).status !== 0) {
    console.log('Left out: the tests against ASP.NET Core need the .NET SDK (dotnet) on the PATH.');
    return;
  }
  ensureChromium((line) => console.log(line));
  run('dotnet', ['build', HOST_FOLDER, '-c', 'Release', '--nologo', '-v', 'quiet']);
  await runContract();
  run('npx', ['webpack', '--stats', 'errors-warnings', '--output-path', APP_FOLDER], {
    PROVIDER_HOST: '',
  });
  run('npx', ['playwright', 'test', '-c', __dirname]);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
