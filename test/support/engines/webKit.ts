import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Program } from '../build/program';
import { freePorts } from '../network/freePorts';
import type { Browser, Key, LaunchOptions, Point, Tab } from './tab';

/** Sends a command of the W3C WebDriver protocol. @throws Error if the command fails */
async function send(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`);
}

/** The key codes of the WebDriver protocol. */
const KEYS: Record<Key, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  End: '\uE010',
  ArrowLeft: '\uE012',
};
const SHIFT = '\uE008';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const pressAndRelease = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

/** A tab of WebKitGTK's MiniBrowser. */
class WebKitTab implements Tab {
  /** @param url of the session, which has one current tab */
  constructor(
    private readonly url: string,
    private readonly handle: string,
  ) {}

  async evaluate<Result, Argument>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    // The promise is settled by hand: a rejection becomes an error with the page's message.
    const script = `const [argument, done] = arguments;
      Promise.resolve().then(() => (${run.toString()})(argument))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const args = [argument ?? null];
    const result = await this.#post('execute/async', { script, args });
    const { value, error } = result as { value: Result; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  }

  async clickAt({ x, y }: Point): Promise<void> {
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const parameters = { pointerType: 'mouse' };
    await this.#post('actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
    });
  }

  type(text: string): Promise<void> {
    return this.#sendKeys(Array.from(text).flatMap(pressAndRelease));
  }

  press(key: Key, modifier?: 'Shift'): Promise<void> {
    const [down, up] = pressAndRelease(SHIFT);
    const pressed = pressAndRelease(KEYS[key]);
    return this.#sendKeys(modifier ? [down, ...pressed, up] : pressed);
  }

  async chooseFile(selector: string, file: string): Promise<void> {
    const found = await this.#post('element', { using: 'css selector', value: selector });
    const id = (found as Record<string, string>)[ELEMENT] ?? '';
    await this.#post(`element/${id}/value`, { text: file });
  }

  async show(): Promise<void> {
    await send('POST', `${this.url}/window`, { handle: this.handle });
  }

  async resize(width: number, height: number): Promise<void> {
    const frame = await this.evaluate(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
    const [right = 0, bottom = 0] = frame;
    await this.#post('window/rect', { x: 0, y: 0, width: width + right, height: height + bottom });
  }

  async close(): Promise<void> {
    await this.show();
    await send('DELETE', `${this.url}/window`);
  }

  async #post(command: string, body: object = {}): Promise<unknown> {
    await this.show();
    return send('POST', `${this.url}/${command}`, body);
  }

  async #sendKeys(actions: unknown[]): Promise<void> {
    await this.#post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }
}

/** Starts WebKitGTK's MiniBrowser with a driver of its own. @throws Error if it does not start */
export async function launchWebKit({ display }: LaunchOptions): Promise<Browser> {
  const { port } = await freePorts('port');
  const origin = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'webkit-'));
  const own = { DISPLAY: display, GTK_THEME: 'Adwaita', LANG: 'C.UTF-8', TZ: 'Asia/Baku' };
  const driver = new Program('WebKitWebDriver', [`--port=${port}`], {
    folder,
    env: { ...process.env, ...own },
    isReady: () => send('GET', `${origin}/status`).then(Boolean, () => false),
  });
  await driver.up();
  // The tests wait for pages themselves. A driver that waits would block on a held script.
  const capabilities = { alwaysMatch: { pageLoadStrategy: 'none' } };
  const session = await send('POST', `${origin}/session`, { capabilities });
  const url = `${origin}/session/${(session as { sessionId: string }).sessionId}`;
  const first = await send('GET', `${url}/window`);
  return {
    newTab: async () => {
      // The current tab may be closed.
      await send('POST', `${url}/window`, { handle: first });
      const opened = await send('POST', `${url}/window/new`, { type: 'window' });
      return new WebKitTab(url, (opened as { handle: string }).handle);
    },
    close: async () => {
      await send('DELETE', url).catch(() => undefined);
      await driver.down();
      await rm(folder, { recursive: true });
    },
  };
}
