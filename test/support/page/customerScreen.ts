import type { Browser } from '@playwright/test';
import { FAILED_CALL } from '../console/captureConsole';
import { ChatScreen } from './chatScreen';
import { FAILED_REQUEST } from './pageLog';

/** Classes to remove from the browser so that the app falls back to a transport. */
const MISSING_CLASSES = {
  WebSockets: [],
  ServerSentEvents: ['WebSocket'],
  LongPolling: ['WebSocket', 'EventSource'],
} as const;

export type Transport = keyof typeof MISSING_CLASSES;

interface Options {
  /** URL of the app. */
  url: string;
  token: string;
  /** Called with each uncaught error and unexpected console error. */
  report: (problem: string) => void;
  /** The transport to which the app falls back. */
  transport?: Transport;
}

/** Opens a customer's chat with a stored token, in a browser context of its own. */
export async function openCustomerScreen(
  browser: Browser,
  { url, token, report, transport = 'WebSockets' }: Options,
): Promise<ChatScreen> {
  const viewport = { width: 420, height: 760 };
  const context = await browser.newContext({ baseURL: url, viewport });
  context.setDefaultTimeout(30_000);
  context.on('weberror', (error) => report(`uncaught: ${String(error.error())}`));
  context.on('console', (line) => {
    const isExpected = FAILED_REQUEST.test(line.text()) || FAILED_CALL.test(line.text());
    if (line.type() === 'error' && !isExpected) report(`console: ${line.text()}`);
  });
  await context.addInitScript((names) => {
    // A deleted global would throw a ReferenceError when the app reads it.
    for (const name of names) Object.defineProperty(window, name, { value: undefined });
  }, MISSING_CLASSES[transport]);
  const screen = new ChatScreen(await context.newPage());
  await screen.openWith(token);
  return screen;
}
