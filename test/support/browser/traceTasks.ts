import type { Page } from '@playwright/test';

/**
 * Longest allowed task of the page's main thread, as a multiple of the yardstick: the same page sorts
 * 200,000 strings. A limit in ms would depend on the machine.
 */
export const MAX_TASK = 5;

const YARDSTICK = 'the yardstick';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  /** CPU time of the thread, in microseconds. */
  tdur?: number;
}

/** One performance mark for all sections: their names may contain anything. */
const MARK = 'section';

/**
 * Traces the tasks of the page's main thread, section by section. Measures CPU time, because other
 * processes of a busy machine would add to the elapsed time.
 */
export async function traceTasks(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('Only a page of a launched browser can be traced.');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  const sections: string[] = [];
  /** Waits until the page is painted, so that the paint counts for the section before the mark. */
  const mark = () =>
    page.evaluate(async (name) => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await new Promise((resolve) => setTimeout(resolve));
      performance.mark(name);
    }, MARK);
  return {
    /** Ends the current section and begins another. */
    begin: async (section: string) => {
      await mark();
      sections.push(section);
    },
    /** Ends the trace. @returns the longest task of each section, as a multiple of the yardstick */
    end: async (): Promise<[section: string, longestTask: number][]> => {
      await mark();
      sections.push(YARDSTICK);
      await page.evaluate(() => {
        Array.from({ length: 200_000 }, (_, index) => String((index * 7_919) % 200_003)).sort();
      });
      await mark();
      const trace = JSON.parse((await browser.stopTracing()).toString()) as {
        traceEvents: TraceEvent[];
      };
      const marks = trace.traceEvents.filter(({ name }) => name === MARK);
      const longest = sections.map((_, index) => {
        const [from, to] = [marks[index], marks[index + 1]];
        if (!from || !to) throw new Error('The trace does not contain all sections.');
        const durations = trace.traceEvents
          .filter(({ pid, tid }) => pid === from.pid && tid === from.tid)
          .filter(({ ts }) => ts > from.ts && ts < to.ts)
          .map(({ tdur = 0 }) => tdur / 1000);
        return durations.reduce((most, duration) => Math.max(most, duration), 0);
      });
      const yardstick = longest.at(-1) ?? 0;
      return sections.slice(0, -1).map((section, index) => {
        return [section, (longest[index] ?? 0) / yardstick];
      });
    },
  };
}
