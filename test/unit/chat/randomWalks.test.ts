import fc from 'fast-check';
import {
  actualContents,
  createModel,
  expectedContents,
  isOperatorInOrder,
  settle,
  shownEntries,
  STEPS,
  type ProviderBehaviour,
  type ModelState,
} from '../../support/stores/conversationModel';

/** Steps through the model of `conversationModel`. A step that is not possible is skipped. */
interface Walk extends ProviderBehaviour {
  steps: string[];
}

/**
 * Walks that once failed, by what went wrong. A random walk that fails prints its line for this
 * list. The list keeps steps instead of seeds, because a seed means other steps after an update of
 * fast-check or a new step of the model.
 */
const FAILED_WALKS: Record<string, Walk> = {
  'a live message was lost when an older history arrived': {
    echo: false,
    restamp: false,
    rewrite: false,
    steps: [
      'a history request begins',
      'the provider reads the history',
      'the operator writes',
      'a live message arrives',
      'a history response arrives',
    ],
  },
  'a second POST made an older history remove the first, whose response was lost': {
    echo: true,
    restamp: false,
    rewrite: false,
    steps: [
      'a POST begins',
      'a history request begins',
      'the provider reads the history',
      'the POST is stored',
      'the POST response is lost',
      'a POST begins',
      'a history response arrives',
      'the POST is stored',
      'the POST response arrives',
      'a live message arrives',
    ],
  },
  'a lagging history orders a sent and a live message otherwise than they arrived': {
    echo: false,
    restamp: false,
    rewrite: false,
    steps: [
      'a POST begins',
      'the POST is stored',
      'the operator writes',
      'a live message arrives',
      'the POST response arrives',
      'the operator writes',
      'a live message arrives',
      'a history request begins',
      'a replica reads the history',
      'a history response arrives',
    ],
  },
};

const RUNS = Number(process.env.PROPERTY_RUNS ?? 10_000);

/** Long random walks. */
const walks = (restamp: boolean) =>
  fc.record<Walk>({
    echo: fc.boolean(),
    restamp: fc.constant(restamp),
    rewrite: fc.boolean(),
    steps: fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 8, maxLength: 60 }),
  });

/** @param visit called with the states before and after each step */
function walk(
  start: ModelState,
  steps: string[],
  visit: (before: ModelState, after: ModelState) => void,
): ModelState {
  return steps.reduce((model, step) => {
    const next = STEPS[step]?.(model);
    if (next) visit(model, next);
    return next ?? model;
  }, start);
}

/**
 * Checks that visible messages stay visible, that the operator's messages are in order, that the list
 * shows each known message once, and that the list finally equals the provider's conversation.
 */
function check({ steps, ...behaviour }: Walk): void {
  const last = walk(createModel(behaviour), steps, (before, after) => {
    const keys = new Set(shownEntries(after).map(({ key }) => key));
    if (!shownEntries(before).every(({ key }) => keys.has(key))) {
      throw new Error('A visible message has disappeared.');
    }
    if (!isOperatorInOrder(after)) throw new Error('The operator’s messages are out of order.');
    // Where the provider re-stamps, equal messages are ambiguous until the list has settled.
    if (behaviour.restamp) return;
    if (String(actualContents(after)) !== String(expectedContents(after))) {
      throw new Error('A message is lost or doubled.');
    }
  });
  const settled = settle(last);
  const shown = shownEntries(settled).map(({ message }) => message);
  expect(shown).toEqual(settled.stored.map(({ message }) => message));
}

/** Reports a failure with the line that keeps its shortest walk as a named test. */
function report(details: fc.RunDetails<[Walk]>): void {
  if (!details.failed) return;
  const [failed] = details.counterexample ?? [];
  const line = `'what went wrong': ${JSON.stringify(failed)},`;
  const request = `Keep this walk: add the line to FAILED_WALKS in failedWalks.ts.\n${line}`;
  throw new Error(`${fc.defaultReportMessage(details)}\n\n${request}`);
}

describe('the message list, on any random walk', () => {
  test('shows each known message once after every step', () => {
    fc.assert(fc.property(walks(false), check), { numRuns: RUNS, reporter: report });
  });

  test('equals the provider’s conversation once settled, if the provider re-stamps', () => {
    fc.assert(fc.property(walks(true), check), { numRuns: RUNS, reporter: report });
  });
});

describe('the message list, on a walk that once failed', () => {
  test.each(Object.entries(FAILED_WALKS))('%s', (_, failedWalk) => {
    check(failedWalk);
  });
});
