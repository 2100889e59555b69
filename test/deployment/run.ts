import { issueToken } from '../stand-in/rest/tokens';
import { OPERATOR_ID } from '../stand-in/state/conversations';
import { ensureChromium } from '../support/build/findChromium';
import { installPackages, run, runMain, succeeds } from '../support/build/processes';
import { runSuite } from '../support/build/runSuite';
import { BUILD_FOLDER, REBUILD_FOLDER } from '../support/deployment/builds';
import { Host, HOST_FOLDER } from '../support/deployment/host';

const PAGE = 'http://localhost:8080';

/** Checks the contract of ASP.NET Core, and that it behaves as the stand-in does. */
async function runContract(): Promise<void> {
  // The host pings every second.
  const host = await Host.start({ KeepAliveSeconds: 1 });
  const tests = ['--selectProjects', 'contract', '--testPathPatterns', 'stand-in/aspnet'];
  const operator = issueToken({ id: OPERATOR_ID, username: 'operator' });
  try {
    const options = ['--phone', '+994501234567', '--operator-token', operator, '--origin', PAGE];
    await run('tsx', ['test/contract/contract.ts', host.url, ...options]);
    await run('jest', tests, { ASPNET_URL: host.url });
  } finally {
    await host.stop();
  }
}

/** Builds the host and the app twice, and runs the contract. */
async function prepare(): Promise<void> {
  await run('dotnet', ['build', HOST_FOLDER, '-c', 'Release', '--nologo', '-v', 'quiet']);
  ensureChromium();
  for (const folder of [BUILD_FOLDER, REBUILD_FOLDER]) {
    const env = { PROVIDER_HOST: '', HUB_HOSTS: '' };
    await run('webpack', ['--stats', 'errors-warnings', '--output-path', folder], env);
  }
  await runContract();
}

/** `npm run test:deployment`: the contract, and the tests in this folder. */
runMain(() => {
  // The Brotli module installs nginx.
  const missing = installPackages(
    'libnginx-mod-http-brotli-static',
    'logrotate',
    'openssl',
    'redis-server',
  );
  if (!succeeds('dotnet', 'restore', HOST_FOLDER))
    missing.push('the .NET SDK on the PATH, with a package source');
  return runSuite(__dirname, missing, prepare);
});
