import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** The commands of npm packages. Node runs their scripts, because Windows cannot spawn `npx`. */
const SCRIPTS: Record<string, string> = {
  jest: 'jest/bin/jest',
  playwright: '@playwright/test/cli',
  tsx: 'tsx/cli',
  webpack: 'webpack/bin/webpack.js',
};

/**
 * Runs a command with the output of this process. Not synchronously: a server that this process has
 * started would block as soon as nobody reads its output.
 * @throws Error if the command fails
 */
export async function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const script = SCRIPTS[command];
  const child = spawn(
    script === undefined ? command : process.execPath,
    script === undefined ? args : [require.resolve(script), ...args],
    { stdio: 'inherit', env: { ...process.env, ...env } },
  );
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed.`);
}

/** Runs a command without output. @returns whether it succeeded */
export const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args).status === 0;

/** Runs the main function of a script. An error is printed and fails the script. */
export function runMain(main: () => Promise<void> | void): void {
  Promise.resolve()
    .then(main)
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
}

/**
 * Installs Debian packages without recommended ones, where that is possible.
 * @returns those that are still missing
 */
export function installPackages(...names: string[]): string[] {
  const missing = () => names.filter((name) => !succeeds('dpkg', '-s', name));
  const needed = missing();
  const canInstall = process.getuid?.() === 0 && succeeds('which', 'apt-get');
  if (needed.length === 0 || !canInstall) return needed;
  console.log(`Installing ${needed.join(', ')} with apt-get.`);
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120'];
  process.env.DEBIAN_FRONTEND = 'noninteractive';
  succeeds('apt-get', 'update', ...options);
  succeeds('apt-get', 'install', '-y', '--no-install-recommends', ...options, ...needed);
  return missing();
}
