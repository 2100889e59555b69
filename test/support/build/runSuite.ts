import path from 'node:path';
import { run } from './processes';

/**
 * Runs the Playwright tests of a folder with the options of this command; `--short` selects the tests
 * with @short in their names.
 * @param missing what the tests need and the machine lacks; the tests are then skipped, with a message
 * @param prepare builds what the tests need
 * @throws Error if a part is missing and the environment variable CI is set
 */
export async function runSuite(
  folder: string,
  missing: readonly string[],
  prepare?: () => Promise<void> | void,
): Promise<void> {
  if (missing.length > 0) {
    const message = `The tests of ${path.basename(folder)} need ${missing.join(', ')}.`;
    if (process.env.CI)
      throw new Error(`${message} Install them; the suite does it itself as root on Debian.`);
    console.log(`Skipped. ${message}`);
    return;
  }
  await prepare?.();
  const options = process.argv.slice(2).map((option) => option.replace('--short', '--grep=@short'));
  await run('playwright', ['test', '-c', folder, ...options]);
}
