import { parseArgs } from 'node:util';
import { ensureChromium } from '../support/build/findChromium';
import { installPackages, run, runMain, succeeds } from '../support/build/processes';
import { BUILD_FOLDER, REBUILD_FOLDER } from '../support/deployment/fixtures';
import { Host, HOST_FOLDER } from '../support/deployment/host';

/** The Debian packages of the parts `nginx` and `outages`. The Brotli module installs nginx. */
const PACKAGES = ['libnginx-mod-http-brotli-static', 'openssl', 'redis-server'];

/** Builds the C# host. @returns why that is not possible, if so */
async function buildHost(): Promise<string> {
  if (!succeeds('dotnet', '--version')) return 'the .NET SDK, with dotnet on the PATH';
  if (!succeeds('dotnet', 'restore', HOST_FOLDER)) return 'a package source for dotnet restore';
  await run('dotnet', ['build', HOST_FOLDER, '-c', 'Release', '--nologo', '-v', 'quiet']);
  return '';
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

/**
 * `npm run test:deployment`: the contract, headers and outages of nginx, ASP.NET Core and Redis. Each
 * part is skipped, with a message, if a program is missing and cannot be installed.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      part: { type: 'string', multiple: true, default: ['nginx', 'aspnet', 'outages'] },
      short: { type: 'boolean', default: false },
    },
  });
  const missing = installPackages(...PACKAGES).join(', ');
  const obstacle = await buildHost();
  const obstacles = new Map([
    ['nginx', missing],
    ['aspnet', obstacle],
    ['outages', obstacle || missing],
  ]);
  const parts = values.part.filter((part) => {
    if (obstacles.get(part)) console.log(`Skipped: the part ${part} needs ${obstacles.get(part)}.`);
    return !obstacles.get(part);
  });
  ensureChromium();
  for (const folder of [BUILD_FOLDER, REBUILD_FOLDER]) {
    const env = { PROVIDER_HOST: '', HUB_HOSTS: '' };
    await run('webpack', ['--stats', 'errors-warnings', '--output-path', folder], env);
  }
  if (parts.includes('aspnet')) await runContract();
  const projects = parts.filter((part) => part !== 'outages').map((part) => `--project=${part}`);
  if (projects.length > 0) await run('playwright', ['test', '-c', __dirname, ...projects]);
  if (parts.includes('outages')) {
    const rounds = values.short ? ['short'] : ['WebSockets', 'ServerSentEvents', 'LongPolling'];
    const options = rounds.map((round) => `--project=outages-${round}`);
    await run('playwright', ['test', '-c', __dirname, '--workers=1', ...options]);
  }
});
