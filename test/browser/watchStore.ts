import type { Page } from '@playwright/test';

/** Keeps everything that a developer's tool would be shown of the store, as it is. */
export async function watchStore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Reducer = (state: unknown, action: unknown) => unknown;
    type Create = (reducer: Reducer, ...rest: unknown[]) => unknown;
    const seen: unknown[] = [];
    const watch =
      (create: Create): Create =>
      (reducer, ...rest) =>
        create(
          (state, action) => {
            const next = reducer(state, action);
            seen.push(action, next);
            return next;
          },
          ...rest,
        );
    type Enhancer = (create: Create) => Create;
    const compose = (...enhancers: Enhancer[]): Enhancer => {
      return (create) => [...enhancers, watch].reduceRight((made, wrap) => wrap(made), create);
    };
    Object.assign(window, { seen, __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: () => compose });
  });
}

/** What the store went through: as text, and how much of it is not plain. */
export const readStore = (page: Page) =>
  page.evaluate(() => {
    const isPlain = (value: unknown): boolean => {
      if (value === null || value === undefined) return true;
      if (typeof value !== 'object')
        return typeof value !== 'function' && typeof value !== 'symbol';
      const proto: unknown = Object.getPrototypeOf(value);
      return (
        (Array.isArray(value) || proto === Object.prototype || proto === null) &&
        Object.values(value).every(isPlain)
      );
    };
    const { seen } = window as unknown as { seen: unknown[] };
    return {
      text: JSON.stringify(seen),
      count: seen.length,
      odd: seen.filter((one) => !isPlain(one)).length,
    };
  });
