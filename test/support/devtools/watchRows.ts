import type { StoreEnhancer, StoreEnhancerStoreCreator } from '@reduxjs/toolkit';
import type { MessagesState } from '../../../src/messages/messagesState';

/**
 * Takes the place of the Redux DevTools extension. Logs a console error when a row disappears: a
 * visible entry whose key is no longer in the list. Reads the store, because the page renders only
 * the rows near the viewport.
 *
 * Playwright runs the function's source in a page, so the function may use no outer variables. Its
 * inner functions have no names, because tsx makes named functions call a helper, which the page
 * does not have.
 */
export function watchRows(): void {
  Reflect.set(
    window,
    '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__',
    () =>
      (...enhancers: StoreEnhancer[]) =>
      (createStore: StoreEnhancerStoreCreator) =>
        enhancers.reduceRight<StoreEnhancerStoreCreator>(
          (create, enhancer) => enhancer(create),
          (reducer, preloadedState) =>
            createStore((state, action) => {
              const next = reducer(state, action);
              const [before = [], after = []] = [state, next].map((root) => {
                const { messages } = (root ?? {}) as { messages?: MessagesState };
                return (messages?.entries ?? []).filter(
                  ({ status }) => status !== 'posting' && status !== 'unclear',
                );
              });
              const keys = new Set(after.map(({ key }) => key));
              for (const { key, message } of before) {
                if (!keys.has(key)) console.error(`A row disappeared: ${JSON.stringify(message)}`);
              }
              return next;
            }, preloadedState),
        ),
  );
}
