import {
  actualContents,
  complete,
  countMissed,
  createModel,
  expectedContents,
  settle,
  shownEntries,
  STEPS,
  type ModelState,
  type ProviderBehaviour,
} from '../../support/stores/conversationModel';

/** Length of the interleavings, in steps. */
const DEPTH = Number(process.env.INTERLEAVING_DEPTH ?? 6);

/**
 * Returns how many messages may be missing or doubled until the next response or history. Where the
 * provider re-stamps, two equal messages are ambiguous if the first one lost its POST response: an
 * echo can belong to either. They are also ambiguous if the echo of the first was lost and the echo
 * of the second comes before its POST response.
 */
function tolerance({ behaviour, lostResponses, post }: ModelState) {
  if (!behaviour.restamp) return { missing: 0, doubled: 0 };
  return { missing: post ? lostResponses + 1 : lostResponses, doubled: lostResponses };
}

/** Checks what must hold after each step. @returns a description of what does not */
function findViolation(before: ModelState, step: string, after: ModelState): string | undefined {
  const keys = shownEntries(after).map(({ key }) => key);
  if (new Set(keys).size !== keys.length) return 'two rows have the same key';
  const missing = expectedContents(after).length - actualContents(after).length;
  if (missing > tolerance(after).missing) return 'a message is lost';
  if (-missing > tolerance(after).doubled) return 'a message is doubled';
  if (missing === 0 && String(actualContents(after)) !== String(expectedContents(after))) {
    return 'a message has changed';
  }
  const keysBefore = shownEntries(before).map(({ key }) => key);
  const keptKeys = keys.filter((key) => keysBefore.includes(key));
  if (keptKeys.length < keysBefore.length) return 'a visible message has disappeared';
  if (step !== 'a history response arrives' && String(keptKeys) !== String(keysBefore)) {
    return 'the order has changed';
  }
  return undefined;
}

/** Checks that the settled list is the provider's conversation, in its order. */
function findFinalViolation(model: ModelState): string | undefined {
  const completed = complete(model);
  if (completed.isConnected && !completed.hasStaleFetch && countMissed(completed) > 0) {
    return 'a message is missing until a later fetch';
  }
  const settled = settle(model);
  const shown = shownEntries(settled).map(({ message }) => message);
  const stored = settled.stored.map(({ message }) => message);
  if (JSON.stringify(shown) !== JSON.stringify(stored)) return 'the list differs from the provider';
  const again = settle(settled);
  return again.state.entries === settled.state.entries
    ? undefined
    : 'an unchanged history changes the list';
}

/** Runs every interleaving of `DEPTH` steps. */
function explore(behaviour: ProviderBehaviour) {
  const violations: string[] = [];
  let count = 0;
  // Two paths to the same state continue in the same way.
  const visited = new Set<string>();
  const visit = (model: ModelState, path: string[]) => {
    for (const [step, take] of Object.entries(STEPS)) {
      const next = take(model);
      if (!next) continue;
      count += 1;
      const steps = [...path, step];
      const violation = findViolation(model, step, next);
      if (violation) violations.push(`${violation}: ${steps.join(' → ')}`);
      const signature = `${steps.length} ${JSON.stringify({ ...next, knownIds: [...next.knownIds] })}`;
      if (violation || visited.has(signature)) continue;
      visited.add(signature);
      if (steps.length < DEPTH) visit(next, steps);
      else {
        const final = findFinalViolation(next);
        if (final) violations.push(`${final}: ${steps.join(' → ')}`);
      }
    }
  };
  visit(createModel(behaviour), []);
  return { count, violations };
}

describe('the message list', () => {
  test.each([
    { echo: false, restamp: false, rewrite: false },
    { echo: true, restamp: false, rewrite: true },
    { echo: false, restamp: true, rewrite: true },
    { echo: true, restamp: true, rewrite: false },
  ])('shows each message once and in order, in every interleaving of steps: %j', (behaviour) => {
    const { count, violations } = explore(behaviour);
    expect(violations.slice(0, 5)).toEqual([]);
    expect(count).toBeGreaterThan(3 ** DEPTH);
  });
});
