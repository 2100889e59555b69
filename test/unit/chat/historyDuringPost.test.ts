import {
  actualContents,
  createModel,
  expectedContents,
  STEPS,
} from '../../support/stores/conversationModel';

/** Takes these steps, with a hub that echoes. */
const run = (restamp: boolean, ...steps: string[]) =>
  steps.reduce(
    (model, step) => {
      const next = STEPS[step]?.(model);
      if (!next) throw new Error(`The step "${step}" is not possible.`);
      return next;
    },
    createModel({ echo: true, restamp, rewrite: false }),
  );

describe('the message list', () => {
  test.each([true, false])(
    'keeps a pending message that is stored after the history was read (re-stamped: %s)',
    (restamp) => {
      const model = run(
        restamp,
        'a POST begins',
        'a history request begins',
        'the provider reads the history',
        'a history response arrives',
        'the POST is stored',
        'a live message arrives',
        'the POST response arrives',
      );
      expect(actualContents(model)).toHaveLength(1);
      expect(actualContents(model)).toEqual(expectedContents(model));
    },
  );
});
