import fc from 'fast-check';
import {
  actual,
  expected,
  newWorld,
  settle,
  shown,
  STEPS,
  type World,
} from '../../support/conversationWorld';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 10_000);

/** A long walk through the same world; a step that cannot happen then is left out. */
const walks = fc.record({
  echo: fc.boolean(),
  steps: fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 8, maxLength: 60 }),
});

function walk(world: World, steps: string[], visit: (world: World) => void): World {
  return steps.reduce((current, step) => {
    const next = STEPS[step]?.(current);
    if (next) visit(next);
    return next ?? current;
  }, world);
}

const end = (world: World) => {
  const settled = settle(world);
  return {
    seen: shown(settled).map(({ message }) => message),
    stored: settled.stored.map(({ message }) => message),
  };
};

test('on any long walk the list holds each message that the browser was told of, once', () => {
  fc.assert(
    fc.property(walks, ({ echo, steps }) => {
      const last = walk(newWorld({ echo, restamp: false }), steps, (world) => {
        if (String(actual(world)) !== String(expected(world))) throw new Error('lost or doubled');
      });
      const { seen, stored } = end(last);
      expect(seen).toEqual(stored);
    }),
    { numRuns: RUNS },
  );
});

test('where the provider re-stamps, the list is its conversation once all is answered', () => {
  fc.assert(
    fc.property(walks, ({ echo, steps }) => {
      const { seen, stored } = end(walk(newWorld({ echo, restamp: true }), steps, () => undefined));
      expect(seen).toEqual(stored);
    }),
    { numRuns: RUNS },
  );
});
