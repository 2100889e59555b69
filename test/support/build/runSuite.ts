import path from 'node:path';
import { run } from './processes';

/**
 * Runs the Playwright tests of a folder with the options of this command; `--short` selects the tests
 * with @short in their names.
 * @param missing what the tests need and the machine lacks; the tests are then skipped, with a message
 * @param prepare builds what the tests need
 */
export async function runSuite(
  folder: string,
  missing: readonly string[],
  prepare?: () => Promise<void>,
): Promise<void> {
  if (missing.length > 0) {
    console.log(`Skipped: the tests of ${path.basename(folder)} need ${missing.join(', ')}.`);
    return;
  }
  await prepare?.();
  const options = process.argv.slice(2).map((option) => option.replace('--short', '--grep=@short'));
  await run('playwright', ['test', '-c', folder, ...options]);
}
