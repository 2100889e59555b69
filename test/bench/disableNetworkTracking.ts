import type { Page } from '@playwright/test';

interface Internals {
  _connection: {
    toImpl(page: Page): {
      delegate: { _mainFrameSession: { _client: { send(method: string): Promise<unknown> } } };
    };
  };
}

/**
 * Disables Playwright's network tracking (private API). With tracking, Chromium copies each response
 * and reports each WebSocket message on the page's main thread. For a long history that takes longer
 * than everything that is measured.
 */
export async function disableNetworkTracking(page: Page): Promise<void> {
  const { _connection } = page as unknown as Internals;
  await _connection.toImpl(page).delegate._mainFrameSession._client.send('Network.disable');
}
