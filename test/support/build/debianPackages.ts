import { spawnSync } from 'node:child_process';

/** Runs a command. @returns whether it succeeded */
export const succeeds = (
  command: string,
  args: string[],
  stdio: 'ignore' | 'inherit' = 'ignore',
): boolean =>
  spawnSync(command, args, {
    stdio,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const canInstall = () => process.getuid?.() === 0 && succeeds('which', ['apt-get']);

/**
 * Installs the missing Debian packages where that is possible, without recommended ones.
 * @param findMissing returns the names of the packages that are missing at the moment
 * @returns those that are still missing
 */
export function installMissing(findMissing: () => string[]): string[] {
  const missing = findMissing();
  if (missing.length === 0 || !canInstall()) return missing;
  console.log(`Installing ${missing.join(', ')} with apt-get.`);
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120'];
  succeeds('apt-get', ['update', ...options]);
  succeeds('apt-get', ['install', '-y', '--no-install-recommends', ...options, ...missing]);
  return findMissing();
}
