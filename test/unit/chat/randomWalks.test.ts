import fc from 'fast-check';
import {
  actualContents,
  createModel,
  expectedContents,
  settle,
  shownEntries,
  STEPS,
  type ModelState,
} from '../../support/stores/conversationModel';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 10_000);

/** Long walks through the model. A step that is not possible is skipped. */
const walks = fc.record({
  echo: fc.boolean(),
  steps: fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 8, maxLength: 60 }),
});

/** @param visit called with the state after each step */
function walk(start: ModelState, steps: string[], visit: (model: ModelState) => void): ModelState {
  return steps.reduce((model, step) => {
    const next = STEPS[step]?.(model);
    if (next) visit(next);
    return next ?? model;
  }, start);
}

/** The messages of the settled list, and those of the provider. */
const settledMessages = (model: ModelState) => {
  const settled = settle(model);
  return {
    shown: shownEntries(settled).map(({ message }) => message),
    stored: settled.stored.map(({ message }) => message),
  };
};

describe('the message list, on any random walk', () => {
  test('shows each known message once after every step', () => {
    fc.assert(
      fc.property(walks, ({ echo, steps }) => {
        const last = walk(createModel({ echo, restamp: false }), steps, (model) => {
          if (String(actualContents(model)) !== String(expectedContents(model))) {
            throw new Error('A message is lost or doubled.');
          }
        });
        const { shown, stored } = settledMessages(last);
        expect(shown).toEqual(stored);
      }),
      { numRuns: RUNS },
    );
  });

  test('equals the provider’s conversation once settled, if the provider re-stamps', () => {
    fc.assert(
      fc.property(walks, ({ echo, steps }) => {
        const last = walk(createModel({ echo, restamp: true }), steps, () => undefined);
        const { shown, stored } = settledMessages(last);
        expect(shown).toEqual(stored);
      }),
      { numRuns: RUNS },
    );
  });
});
