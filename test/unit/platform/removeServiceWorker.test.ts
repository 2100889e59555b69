import { removeServiceWorker } from '../../../src/platform/removeServiceWorker';
import { deferred } from '../../support/time/frames';

const reload = jest.fn();
beforeEach(() => reload.mockClear());

/** A browser with this registration for the page. */
const browserWith = (registration?: { unregister: () => Promise<boolean> }) => ({
  serviceWorker: {
    getRegistration: () => Promise.resolve(registration as ServiceWorkerRegistration | undefined),
  },
});

describe('removeServiceWorker', () => {
  test('removes a service worker at once, and reloads the page after the login', async () => {
    const unregister = jest.fn(() => Promise.resolve(true));
    const loggedIn = deferred();
    const removed = removeServiceWorker(browserWith({ unregister }), { reload }, loggedIn.promise);
    await new Promise(setImmediate);
    expect(unregister).toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
    loggedIn.resolve();
    await removed;
    expect(reload).toHaveBeenCalled();
  });

  test.each([
    ['none is registered', browserWith()],
    ['the browser has none', {}],
  ])('does nothing if %s', async (_, browser) => {
    await removeServiceWorker(browser, { reload }, Promise.resolve());
    expect(reload).not.toHaveBeenCalled();
  });
});
