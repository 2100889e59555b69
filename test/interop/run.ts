import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { ensureChromium } from '../support/build/findChromium';
import { APP_FOLDER } from './appFolder';
import { Host, HOST_FOLDER } from './host';

/**
 * Runs a command. Not synchronously: the host writes its log to a pipe, and would block as soon as
 * nobody reads it.
 */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed.`);
}

async function runContract(): Promise<void> {
  const host = await Host.start();
  try {
    const args = [
      'jest',
      '--selectProjects',
      'contract',
      '--testPathPatterns',
      'contract/portable',
    ];
    await run('npx', args, { CONTRACT_PROVIDER_URL: host.url });
  } finally {
    await host.stop();
  }
}

/** `npm run test:interop`: the contract and browser tests against a real ASP.NET Core host. */
async function main(): Promise<void> {
  if (spawnSync('dotnet', ['--version']).status !== 0) {
    console.log(
      'Skipped: the tests against ASP.NET Core need the .NET SDK, and dotnet is not on the PATH.',
    );
    return;
  }
  ensureChromium((line) => console.log(line));
  await run('dotnet', ['build', HOST_FOLDER, '-c', 'Release', '--nologo', '-v', 'quiet']);
  await runContract();
  await run('npx', ['webpack', '--stats', 'errors-warnings', '--output-path', APP_FOLDER], {
    PROVIDER_HOST: '',
  });
  await run('npx', ['playwright', 'test', '-c', __dirname]);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
