import { actual, expected, newWorld, STEPS } from '../../support/conversationWorld';

const after = (restamp: boolean, ...steps: string[]) =>
  steps.reduce((world, step) => STEPS[step]?.(world) ?? world, newWorld({ echo: true, restamp }));

test.each([true, false])(
  'a history read before the POST is stored forgets nothing of it (restamped: %s)',
  (restamp) => {
    const world = after(
      restamp,
      'a POST begins',
      'history is asked',
      'history is read',
      'history is answered',
      'the POST is stored',
      'a live message arrives',
      'the POST is answered',
    );
    expect(actual(world)).toHaveLength(1);
    expect(actual(world)).toEqual(expected(world));
  },
);
