import { firstFailure } from '../../support/gate/firstFailure';

/** Output of each tool with a failure, and what `firstFailure` finds in it. */
const OUTPUTS: [tool: string, script: string, output: string, name: string, command: string][] = [
  [
    'jest',
    'test:jest',
    `PASS unit test/unit/a.test.ts
FAIL components test/unit/b.test.tsx (5.1 s)
  Sample (1)
    ✕ fails with $5 (5 ms)

  ● Sample (1) › isn't $5

    expect(received).toBe(expected)

FAIL unit test/unit/c.test.ts
  ● Other › fails`,
    "test/unit/b.test.tsx: Sample (1) › isn't $5",
    "npx jest test/unit/b.test.tsx --selectProjects components -t 'Sample \\(1\\) isn.t \\$5'",
  ],
  [
    'jest, outside the tests',
    'test:jest',
    `FAIL unit test/unit/a.test.ts
  ● Test suite failed to run

    Cannot find module`,
    'test/unit/a.test.ts: Test suite failed to run',
    'npx jest test/unit/a.test.ts --selectProjects unit',
  ],
  [
    'Playwright',
    'test:engines',
    `  ✘  1 [webkit] › test/engines/chat.spec.ts:6:1 › Chat › scrolls (631ms)
\u001b[31m  1) [webkit] › test/engines/chat.spec.ts:6:1 › Chat › scrolls ───────\u001b[39m

    Error: expect(received).toBe(expected)`,
    'test/engines/chat.spec.ts:6: Chat › scrolls',
    'npx playwright test test/engines/chat.spec.ts:6 -c test/engines --project webkit',
  ],
  [
    'a tool of test:static',
    'test:static',
    `[tsc] tsc --incremental exited with code 0
[eslint]
[eslint] /chat/src/index.tsx
[eslint]   1:1  error  No
[eslint] eslint . exited with code 1
[knip] knip exited with code 1`,
    'eslint: /chat/src/index.tsx',
    'npx eslint .',
  ],
  [
    'another program',
    'test:build',
    `> webpack --stats errors-warnings

ERROR in ./src/index.tsx
Module not found`,
    'ERROR in ./src/index.tsx',
    'npm run test:build',
  ],
  [
    'a program without a word',
    'test:speech -- --short',
    'Killed',
    'No line reports an error.',
    'npm run test:speech -- --short',
  ],
];

describe('firstFailure', () => {
  test.each(OUTPUTS)(
    'finds the failure of %s, and how to repeat it',
    (_, script, output, ...found) => {
      const { name, command } = firstFailure(script, output);
      expect([name, command]).toEqual(found);
    },
  );
});
