import { expect, test as base } from '../support/engines/fixtures';
import { Scroller, showPlainList } from '../support/engines/scroller';
import type { Movement } from '../support/page/watchScrolling';

const MESSAGES = 10_000;
/**
 * Minimum share of the distance of all steps that a held wheel scrolls. A busy Chromium scrolls
 * less than the whole distance, even in a list without script. In Firefox and WebKit, a held wheel can
 * reach the first rendered row, because the list adds rows only at rest. Two or three steps then scroll
 * nothing.
 */
const MINIMUM_SHARE = { chromium: 0.5, firefox: 0.95, webkit: 0.95 };

/** `scroller` scrolls the app's list; `wheelStep` is the effect of one step on a list without script. */
const test = base.extend<{ wheelStep: Movement; scroller: Scroller }>({
  scroller: async ({ appTab, engine, provider, customer }, use) => {
    for (let number = 0; number < MESSAGES; number += 1) {
      const text = `Mesaj ${number};${' uzun söz'.repeat((number * 7) % 23)}`;
      const own = number % 3 === 0 && { fromUserId: customer.id, toUserId: 1 };
      provider.store(customer.id, { text, ...own });
    }
    await use(new Scroller(appTab.tab, engine));
  },

  wheelStep: async ({ appTab, scroller }, use) => {
    // A page without script.
    await appTab.open(`${appTab.url}/third-party-notices.txt`);
    await appTab.tab.evaluate(showPlainList);
    await scroller.begin();
    // A busy Chromium can lose a part of one step.
    const steps = [];
    for (let turn = 0; turn < 3; turn += 1) steps.push(await scroller.turnWheel(4));
    const step = steps.reduce((a, b) => (Math.abs(b.distance) > Math.abs(a.distance) ? b : a));
    await appTab.openChat();
    await scroller.begin();
    await use(step);
  },
});

test.describe('A list of 10,000 messages', () => {
  test('moves by whole steps of the wheel', async ({ scroller, wheelStep }) => {
    for (let step = 0; step < 6; step += 1) {
      expect(await scroller.turnWheel(4)).toEqual({ ...wheelStep, faults: [] });
    }
  });

  test('follows a held wheel, up and down', async ({ scroller, wheelStep, engine }) => {
    const turns = [
      { button: 4, count: 100, direction: 1 },
      { button: 5, count: 60, direction: -1 },
    ] as const;
    for (const { button, count, direction } of turns) {
      const steps = direction * count;
      const { distance, ...rest } = await scroller.turnWheel(button, count);
      expect(rest).toEqual({ delta: steps * wheelStep.delta, faults: [] });
      const share = distance / (steps * wheelStep.distance);
      expect(share).toBeGreaterThanOrEqual(MINIMUM_SHARE[engine]);
      expect(share).toBeLessThanOrEqual(1);
    }
  });

  test('moves by whole pages, also with a held key', async ({ scroller, wheelStep, engine }) => {
    expect(wheelStep.distance).toBeGreaterThan(0);
    const { distance: page } = await scroller.pageUp();
    for (let press = 0; press < 6; press += 1) {
      const moved = await scroller.pageUp();
      expect(moved).toEqual({ distance: page, delta: 0, faults: [] });
    }
    const held = await scroller.pageUp(20);
    expect(held.faults).toEqual([]);
    // In WebKit and Chromium even a list without script loses presses of a held key.
    if (engine === 'firefox') expect(held.distance).toBe(20 * page);
  });

  test('shows rows wherever the scroll bar is dragged to', async ({ appTab, wheelStep }) => {
    expect(wheelStep.distance).toBeGreaterThan(0);
    for (const fraction of [0.5, 0.1, 0.8, 0.3, 0]) {
      const faults = await appTab.tab.evaluate(async (part) => {
        const list = document.querySelector('[role=log]');
        if (!list) throw new Error('There is no list.');
        list.scrollTo({ top: (part - 1) * list.scrollHeight, behavior: 'instant' });
        // The second frame shows the rows of the new scroll position.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { top, height } = list.getBoundingClientRect();
        const isCovered = (y: number) =>
          [...list.querySelectorAll('[role=article]')].some((row) => {
            const box = row.getBoundingClientRect();
            return box.top < y + 60 && box.bottom > y - 60;
          });
        return [0.1, 0.5, 0.9].filter((share) => !isCovered(top + share * height));
      }, fraction);
      expect(faults, `dragged to ${fraction}`).toEqual([]);
    }
  });
});
