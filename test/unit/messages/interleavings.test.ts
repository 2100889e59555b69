import {
  actual,
  expected,
  newWorld,
  settle,
  shown,
  STEPS,
  type Manners,
  type World,
} from '../../support/conversationWorld';

const DEPTH = Number(process.env['INTERLEAVING_DEPTH'] ?? 6);

/**
 * How many messages may be missing, or too many, until the next answer or history. Where a server
 * re-stamps, a message whose answer was lost cannot be told from an equal one that is sent after it:
 * a copy of one of them can be either's. Neither can one whose answer is open, if it comes back from
 * the hub first, from an equal one whose echo was lost.
 */
function undecided({ manners, lost, post }: World) {
  if (!manners.restamp) return { missing: 0, doubled: 0 };
  return { missing: post ? lost + 1 : lost, doubled: lost };
}

/** What must hold after any step; says what does not. */
function violation(before: World, step: string, after: World): string | undefined {
  const keys = shown(after).map(({ key }) => key);
  if (new Set(keys).size !== keys.length) return 'two rows have one key';
  const missing = expected(after).length - actual(after).length;
  if (missing > undecided(after).missing) return 'a message is lost';
  if (-missing > undecided(after).doubled) return 'one is doubled';
  if (missing === 0 && String(actual(after)) !== String(expected(after))) return 'one is another';
  const wereThere = shown(before).map(({ key }) => key);
  const areThere = keys.filter((key) => wereThere.includes(key));
  if (step !== 'history is answered' && String(areThere) !== String(wereThere)) {
    return 'the order has changed';
  }
  return undefined;
}

/** After everything has ended the list is the provider's conversation, in its order. */
function finalViolation(world: World): string | undefined {
  const end = settle(world);
  const seen = shown(end).map(({ message }) => message);
  const stored = end.stored.map(({ message }) => message);
  if (JSON.stringify(seen) !== JSON.stringify(stored)) return 'the end differs from the provider';
  const again = settle(end);
  return again.state.entries === end.state.entries ? undefined : 'an unchanged history changes';
}

function explore(manners: Manners) {
  const failures: string[] = [];
  let count = 0;
  // Two orders that lead to the same world go on alike.
  const seen = new Set<string>();
  const visit = (world: World, path: string[]) => {
    for (const [step, take] of Object.entries(STEPS)) {
      const next = take(world);
      if (!next) continue;
      count += 1;
      const steps = [...path, step];
      const problem = violation(world, step, next);
      if (problem) failures.push(`${problem}: ${steps.join(' → ')}`);
      const signature = `${steps.length} ${JSON.stringify({ ...next, known: [...next.known] })}`;
      if (problem || seen.has(signature)) continue;
      seen.add(signature);
      if (steps.length < DEPTH) visit(next, steps);
      else {
        const final = finalViolation(next);
        if (final) failures.push(`${final}: ${steps.join(' → ')}`);
      }
    }
  };
  visit(newWorld(manners), []);
  return { count, failures };
}

test.each([
  { echo: false, restamp: false },
  { echo: true, restamp: false },
  { echo: false, restamp: true },
  { echo: true, restamp: true },
])('every interleaving shows each message once, in order: %j', (manners) => {
  const { count, failures } = explore(manners);
  expect(failures.slice(0, 5)).toEqual([]);
  expect(count).toBeGreaterThan(3 ** DEPTH);
});
