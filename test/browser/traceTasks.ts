import type { Page } from '@playwright/test';

/** How long a page may stand still, in milliseconds. */
export const PATIENCE = 200;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  /** Microseconds that the thread itself worked. */
  tdur?: number;
}

/** The name is the page's, whatever the test calls the section: marks can have odd names. */
const MARK = 'section';

/**
 * Traces the tasks of the page's main thread, section by section. What a task costs is the time that its
 * thread worked: the machine may do other things meanwhile, which are not the page's.
 */
export async function traceTasks(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('Only a page of a launched browser can be traced.');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  const sections: string[] = [];
  /** After what is there has been drawn, so that this is of the section before. */
  const mark = () =>
    page.evaluate(async (name) => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await new Promise((resolve) => setTimeout(resolve));
      performance.mark(name);
    }, MARK);
  return {
    /** Begins a section, and ends the one before. */
    begin: async (section: string) => {
      await mark();
      sections.push(section);
    },
    /** Ends the tracing. @returns the longest task of each section, in milliseconds */
    end: async (): Promise<[string, number][]> => {
      await mark();
      const trace = JSON.parse((await browser.stopTracing()).toString()) as {
        traceEvents: TraceEvent[];
      };
      const marks = trace.traceEvents.filter(({ name }) => name === MARK);
      return sections.map((section, index) => {
        const [from, to] = [marks[index], marks[index + 1]];
        if (!from || !to) throw new Error(`The trace does not hold all of “${section}”.`);
        const costs = trace.traceEvents
          .filter(({ pid, tid }) => pid === from.pid && tid === from.tid)
          .filter(({ ts }) => ts > from.ts && ts < to.ts)
          .map(({ tdur = 0 }) => tdur / 1000);
        return [section, costs.reduce((most, cost) => Math.max(most, cost), 0)];
      });
    },
  };
}
