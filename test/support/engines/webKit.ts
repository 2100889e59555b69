import { spawn } from 'node:child_process';
import type { KeyInput } from 'puppeteer-core';
import { freePort } from '../network/freePort';
import { until } from '../time/until';
import type { Browser, Tab } from './puppeteer';

/** Sends a command of the W3C WebDriver protocol. @throws Error if the command fails */
async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value as Value;
}

/** The key codes of the WebDriver protocol. A single character types itself. */
const KEYS: Partial<Record<KeyInput, string>> = {
  Backspace: '\uE003',
  Control: '\uE009',
  Enter: '\uE007',
  Shift: '\uE008',
  End: '\uE010',
  ArrowLeft: '\uE012',
};

/** Returns a tab of WebKitGTK's MiniBrowser. @param session its URL; it has one current tab */
function tabOf(session: string, handle: string): Tab {
  const bringToFront = () => send<undefined>('POST', `${session}/window`, { handle });
  const post = async <Value = undefined>(command: string, body: object): Promise<Value> => {
    await bringToFront();
    return send<Value>('POST', `${session}/${command}`, body);
  };
  const evaluate = ((run, ...args) =>
    post('execute/sync', {
      script: `return (${String(run)})(...arguments)`,
      args,
    })) as Tab['evaluate'];
  const act = (device: object, actions: object[]) =>
    post('actions', { actions: [{ ...device, actions }] });
  const sendKeys = (keys: string[], ...types: string[]) => {
    const actions = keys.flatMap((value) => types.map((type) => ({ type, value })));
    return act({ type: 'key', id: 'keyboard' }, actions);
  };
  const keyOf = (key: KeyInput) => [KEYS[key] ?? key];
  return {
    bringToFront,
    evaluate,
    keyboard: {
      type: (text) => sendKeys(Array.from(text), 'keyDown', 'keyUp'),
      press: (key) => sendKeys(keyOf(key), 'keyDown', 'keyUp'),
      down: (key) => sendKeys(keyOf(key), 'keyDown'),
      up: (key) => sendKeys(keyOf(key), 'keyUp'),
    },
    mouse: {
      click: (x, y) =>
        act({ type: 'pointer', id: 'mouse' }, [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]),
    },
    chooseFile: async (selector, file) => {
      const search = { using: 'css selector', value: selector };
      const [id = ''] = Object.values(await post<Record<string, string>>('element', search));
      await post(`element/${id}/value`, { text: file });
    },
    setViewport: async (viewport) => {
      const { width = 0, height = 0 } = viewport ?? {};
      const [right, bottom] = await evaluate(
        () => [outerWidth - innerWidth, outerHeight - innerHeight] as const,
      );
      await post('window/rect', { x: 0, y: 0, width: width + right, height: height + bottom });
    },
    close: async () => {
      await bringToFront();
      await send('DELETE', `${session}/window`);
    },
  };
}

/** Starts WebKitGTK's MiniBrowser with a driver of its own. */
export async function launchWebKit(): Promise<Browser> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' });
  await until(() => send('GET', `${url}/status`).then(Boolean, () => false));
  // The tests wait for pages themselves. A driver that waits would block on a held script.
  const capabilities = { alwaysMatch: { pageLoadStrategy: 'none' } };
  const { sessionId } = await send<{ sessionId: string }>('POST', `${url}/session`, {
    capabilities,
  });
  const session = `${url}/session/${sessionId}`;
  const first = await send('GET', `${session}/window`);
  return {
    newTab: async () => {
      // The current tab may be closed.
      await send('POST', `${session}/window`, { handle: first });
      const type = { type: 'window' };
      const { handle } = await send<{ handle: string }>('POST', `${session}/window/new`, type);
      return tabOf(session, handle);
    },
    close: async () => {
      await send('DELETE', session);
      driver.kill();
    },
  };
}
