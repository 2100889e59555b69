import { removeServiceWorker } from '../../../src/platform/removeServiceWorker';

const reload = jest.fn();
beforeEach(() => reload.mockClear());

/** A browser with this registration for the page. */
const browserWith = (registration?: { unregister: () => Promise<boolean> }) => ({
  serviceWorker: {
    getRegistration: () => Promise.resolve(registration as ServiceWorkerRegistration | undefined),
  },
});

describe('removeServiceWorker', () => {
  test('removes a service worker and reloads the page', async () => {
    const unregister = jest.fn(() => Promise.resolve(true));
    await removeServiceWorker(browserWith({ unregister }), { reload });
    expect(unregister).toHaveBeenCalled();
    expect(reload).toHaveBeenCalled();
  });

  test.each([
    ['none is registered', browserWith()],
    ['the browser has none', {}],
  ])('does nothing if %s', async (_, browser) => {
    await removeServiceWorker(browser, { reload });
    expect(reload).not.toHaveBeenCalled();
  });
});
