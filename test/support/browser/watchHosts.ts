import { expect, type Page } from '@playwright/test';

/**
 * Records the hosts of the page's requests and WebSockets, and its dialogs.
 * @returns asserts that the page has used every one of these hosts and no other, and opened no dialog
 */
export function watchHosts(page: Page, ...hosts: string[]): () => void {
  const used = new Set<string>();
  const record = (url: string) => used.add(new URL(url).host);
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) record(request.url());
  });
  page.on('websocket', (socket) => record(socket.url()));
  page.on('dialog', (dialog) => record(`dialog://${dialog.type()}`));
  return () => {
    expect([...used].sort()).toEqual(hosts.map((url) => new URL(url).host).sort());
  };
}
