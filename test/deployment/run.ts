import { ensureChromium } from '../support/build/findChromium';
import { installPackages, run, runMain, succeeds } from '../support/build/processes';
import { BUILD_FOLDER, REBUILD_FOLDER } from '../support/deployment/fixtures';
import { Host, HOST_FOLDER } from '../support/deployment/host';

/** Debian packages. The Brotli module installs nginx. */
const PACKAGES = ['libnginx-mod-http-brotli-static', 'openssl', 'redis-server'];

/** Installs what the tests need. @returns what is still missing */
function findMissing(): string[] {
  const missing = installPackages(...PACKAGES);
  if (!succeeds('dotnet', '--version')) missing.push('the .NET SDK, with dotnet on the PATH');
  else if (!succeeds('dotnet', 'restore', HOST_FOLDER))
    missing.push('a package source for dotnet restore');
  return missing;
}

/** Runs the stand-in's portable contract tests against ASP.NET Core. */
async function runContract(): Promise<void> {
  const host = await Host.start();
  try {
    const pattern = ['--testPathPatterns', 'contract/portable'];
    await run('jest', ['--selectProjects', 'contract', ...pattern], {
      CONTRACT_PROVIDER_URL: host.url,
    });
  } finally {
    await host.stop();
  }
}

/** `npm run test:deployment`: the contract, and the tests in this folder. */
runMain(async () => {
  const missing = findMissing();
  if (missing.length > 0) {
    console.log(`Skipped: the tests of the deployment need ${missing.join(', ')}.`);
    return;
  }
  await run('dotnet', ['build', HOST_FOLDER, '-c', 'Release', '--nologo', '-v', 'quiet']);
  ensureChromium();
  for (const folder of [BUILD_FOLDER, REBUILD_FOLDER]) {
    const env = { PROVIDER_HOST: '', HUB_HOSTS: '' };
    await run('webpack', ['--stats', 'errors-warnings', '--output-path', folder], env);
  }
  await runContract();
  await run('playwright', ['test', '-c', __dirname, ...process.argv.slice(2)]);
});
