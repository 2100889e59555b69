import { expect, type Page } from '@playwright/test';

/** @returns holds that the page has asked these hosts, and no other */
export function watchRequests(page: Page, ...hosts: string[]): () => void {
  const asked = new Set<string>();
  const note = (url: string) => asked.add(new URL(url).host);
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) note(request.url());
  });
  page.on('websocket', (socket) => note(socket.url()));
  page.on('dialog', (dialog) => note(`dialog://${dialog.type()}`));
  return () => {
    expect([...asked].sort()).toEqual(hosts.map((url) => new URL(url).host).sort());
  };
}
