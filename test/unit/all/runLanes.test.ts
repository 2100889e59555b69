import { runLanes, type Step } from '../../all/runLanes';

/** A step that runs this script in Node. */
const step = (name: string, script: string): Step => ({
  name,
  command: `"${process.execPath}" -e "${script}"`,
});

/** Runs lanes. @returns whether they succeeded, and their reports without durations */
async function runAll(count: number, ...lanes: Step[][]) {
  const reports: string[] = [];
  const hasPassed = await runLanes(lanes, count, (text) => reports.push(text));
  return { hasPassed, reports: reports.map((text) => text.trim().replace(/ in \d+ s/, '')) };
}

describe('runLanes', () => {
  test('reports the output of each step in one piece, from both streams', async () => {
    const { hasPassed, reports } = await runAll(2, [
      step('a', 'console.log(1); console.error(2)'),
      step('b', 'console.log(3)'),
    ]);
    expect(reports).toEqual(['── a: passed\n1\n2', '── b: passed\n3']);
    expect(hasPassed).toBe(true);
  });

  test('starts no step after a failure, neither of its lane nor of another', async () => {
    const { hasPassed, reports } = await runAll(
      1,
      [step('a', 'process.exit(3)'), step('b', 'console.log(1)')],
      [step('c', 'console.log(2)')],
    );
    expect(reports).toEqual(['── a: FAILED']);
    expect(hasPassed).toBe(false);
  });

  test('waits for the steps that run beside a failed one', async () => {
    const { hasPassed, reports } = await runAll(
      2,
      [step('fails', 'process.exit(1)')],
      [step('takes longer', 'setTimeout(() => console.log(1), 300)')],
    );
    expect(reports.sort()).toEqual(['── fails: FAILED', '── takes longer: passed\n1']);
    expect(hasPassed).toBe(false);
  });
});
