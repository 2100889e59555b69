import { spawnSync } from 'node:child_process';
import { ensureChromium } from '../support/findChromium';
import { APP_FOLDER, SECOND_FOLDER } from './appFolder';
import { hasNginx } from './nginx';

function run(command: string, ...args: string[]): void {
  const env = { ...process.env, PROVIDER_HOST: '', HUB_HOSTS: '' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed.`);
}

/** `npm run test:deploy`: two builds compared, and the app behind nginx as the README has it. */
function main(): void {
  if (!hasNginx()) {
    console.log('Left out: the tests behind nginx need nginx on the PATH.');
    return;
  }
  ensureChromium((line) => console.log(line));
  for (const folder of [APP_FOLDER, SECOND_FOLDER]) {
    run('npx', 'webpack', '--stats', 'errors-warnings', '--output-path', folder);
  }
  run('npx', 'playwright', 'test', '-c', __dirname, ...process.argv.slice(2));
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
