import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = readFileSync(path.join(__dirname, '../../../src/hosting/README.md'), 'utf8');

/** Returns the fenced `sh` blocks of a section of src/hosting/README.md. */
export function commandsOf(heading: string): string[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block);
}

/**
 * Runs commands of the page in one shell.
 * @param folder the working directory
 * @param places replacements of places and hosts that the page names
 * @returns the output. @throws Error if the last command fails
 */
export function runCommands(
  commands: readonly string[],
  folder: string,
  places: Record<string, string>,
): string {
  const script = Object.entries(places).reduce(
    (text, [place, replacement]) => text.replaceAll(place, replacement),
    commands.join('\n'),
  );
  return execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}
