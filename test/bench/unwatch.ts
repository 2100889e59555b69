import type { Page } from '@playwright/test';

interface Internals {
  _connection: {
    toImpl(page: Page): {
      delegate: { _mainFrameSession: { _client: { send(method: string): Promise<unknown> } } };
    };
  };
}

/**
 * Has Playwright listen no more to what a page loads, for which there is no public way. Otherwise
 * Chromium keeps a copy of each answer for it, and tells it of each message of a WebSocket, on the
 * page's own thread: with a long history that takes longer than all that is measured.
 */
export async function unwatch(page: Page): Promise<void> {
  const { _connection } = page as unknown as Internals;
  await _connection.toImpl(page).delegate._mainFrameSession._client.send('Network.disable');
}
