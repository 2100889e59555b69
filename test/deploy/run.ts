import { spawnSync } from 'node:child_process';
import { ensureChromium } from '../support/build/findChromium';
import { BUILD_FOLDER, REBUILD_FOLDER } from './buildFolders';
import { hasNginx } from './nginx';

function run(command: string, ...args: string[]): void {
  const env = { ...process.env, PROVIDER_HOST: '', HUB_HOSTS: '' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed.`);
}

/** `npm run test:deploy`: builds twice, then runs the tests in this folder. */
function main(): void {
  if (!hasNginx()) {
    console.log('Skipped: the tests behind nginx need nginx on the PATH.');
    return;
  }
  ensureChromium((line) => console.log(line));
  for (const folder of [BUILD_FOLDER, REBUILD_FOLDER]) {
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
