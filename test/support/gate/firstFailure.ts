import { stripVTControlCharacters } from 'node:util';

/** A failure in the output of a script. */
export interface Failure {
  /** The failed test, or the line that reports the error. */
  name: string;
  /** Repeats the failed test alone. */
  command: string;
}

/** Quotes the name of a test for a shell, as the regular expression that `-t` takes. */
const quoted = (name: string) =>
  `'${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", '.')}'`;

/** Jest prints `FAIL unit test/unit/a.test.ts (5 s)`, then `● describe › test` for each failure. */
function findInJest(output: string): Failure | undefined {
  const file = /^FAIL (\w+) (\S+)[^]*?^ +● (.+)$/m.exec(output);
  if (!file) return undefined;
  const [, project = '', path = '', test = ''] = file;
  // After an error outside the tests, no name selects a test.
  const isTest = test.includes(' › ');
  const selection = isTest ? ` -t ${quoted(test.replaceAll(' › ', ' '))}` : '';
  return {
    name: `${path}: ${test}`,
    command: `npx jest ${path} --selectProjects ${project}${selection}`,
  };
}

/** Playwright prints `  1) [shell] › list.spec.ts:107:3 › describe › test ────` for its first failure. */
function findInPlaywright(output: string, script: string): Failure | undefined {
  const found = /^ +1\) \[(\w+)\] › (\S+:\d+):\d+ › (.+?)[ ─]*$/m.exec(output);
  if (!found) return undefined;
  const [, project = '', place = '', test = ''] = found;
  const folder = `test/${script.split(/[: ]/)[1] ?? ''}`;
  return {
    name: `${place}: ${test}`,
    command: `npx playwright test ${place} -c ${folder} --project ${project}`,
  };
}

/** `concurrently` prints each line of a tool after the tool's name, and then its exit code. */
function findInTool(output: string): Failure | undefined {
  const found = /^\[(\w+)\] (.+) exited with code [1-9]\d*$/m.exec(output);
  if (!found) return undefined;
  const [, tool = '', command = ''] = found;
  // The first line that names a file.
  const line = new RegExp(`^\\[${tool}\\] (.*\\.\\w+\\b.*)$`, 'm').exec(output)?.[1];
  return { name: `${tool}: ${line?.trim() ?? ''}`, command: `npx ${command}` };
}

/** Any other program: the first line that reports an error. */
function findError(output: string, script: string): Failure {
  const [line = 'No line reports an error.'] = /^.*(?:\berror\b|Error:).*$/im.exec(output) ?? [];
  return { name: line.trim(), command: `npm run ${script}` };
}

/**
 * Finds the first failure in the output of an npm script.
 * @param script the script with its options, such as `test:speech -- --short`
 */
export function firstFailure(script: string, output: string): Failure {
  const text = stripVTControlCharacters(output);
  return (
    findInJest(text) ??
    findInPlaywright(text, script) ??
    findInTool(text) ??
    findError(text, script)
  );
}
