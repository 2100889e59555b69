import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePorts } from '../../network/freePorts';
import { leaveDocument } from './leaveDocument';
import type { Browser, Key, LaunchOptions, Point, Tab } from './tab';

/** Timeout for the driver's start, in ms. */
const START_TIMEOUT = 20_000;

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`);
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT;
  for (;;) {
    try {
      await send(`${url}/status`, 'GET');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A session of the W3C WebDriver protocol, with a driver process of its own. */
class WebDriver {
  private constructor(
    private readonly driver: ChildProcess,
    private readonly url: string,
  ) {}

  /**
   * Starts a driver and a session.
   * @param command the driver's executable, which takes `--port`
   * @throws Error if the driver or its browser does not start
   */
  static async start(command: string, env: NodeJS.ProcessEnv): Promise<WebDriver> {
    const { port } = await freePorts('port');
    const driver = spawn(command, [`--port=${port}`], { env, stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    try {
      await untilReady(url);
      // The tests wait for pages themselves. A driver that waits would block on a held script.
      const capabilities = { alwaysMatch: { pageLoadStrategy: 'none' } };
      const session = await send(`${url}/session`, 'POST', { capabilities });
      return new WebDriver(
        driver,
        `${url}/session/${(session as { sessionId: string }).sessionId}`,
      );
    } catch (error) {
      driver.kill();
      throw error;
    }
  }

  get(command: string): Promise<unknown> {
    return send(`${this.url}/${command}`, 'GET');
  }

  post(command: string, body: object = {}): Promise<unknown> {
    return send(`${this.url}/${command}`, 'POST', body);
  }

  delete(command: string): Promise<unknown> {
    return send(`${this.url}/${command}`, 'DELETE');
  }

  /** Ends the session, its browser and the driver. */
  async stop(): Promise<void> {
    await send(this.url, 'DELETE').catch(() => undefined);
    const exited = once(this.driver, 'exit');
    this.driver.kill();
    await exited;
  }
}

/** The key codes of the WebDriver protocol. */
const KEYS: Record<Key | 'Shift', string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  PageUp: '\uE00E',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
};
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const pressAndRelease = (key: string) => [
  { type: 'keyDown', value: key },
  { type: 'keyUp', value: key },
];

/** A tab of WebKitGTK's MiniBrowser. */
class WebKitTab implements Tab {
  constructor(
    private readonly driver: WebDriver,
    private readonly handle: string,
  ) {}

  /** Sends a command to this tab; the session has one current tab. */
  private async post(command: string, body?: object): Promise<unknown> {
    await this.driver.post('window', { handle: this.handle });
    return this.driver.post(command, body);
  }

  private navigate(command: string, body?: object): Promise<void> {
    return leaveDocument(
      (script) => this.post('execute/sync', { script, args: [] }),
      () => this.post(command, body),
    );
  }

  open(url: string): Promise<void> {
    return this.navigate('url', { url });
  }

  back(): Promise<void> {
    return this.navigate('back');
  }

  async evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    // The promise is settled by hand: a rejection becomes an error with the page's message.
    const script = `const [argument, done] = arguments;
      Promise.resolve().then(() => (${run.toString()})(argument))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const args = [argument ?? null];
    const result = await this.post('execute/async', { script, args });
    const { value, error } = result as { value: Result; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  }

  private async point(actions: object[]): Promise<void> {
    const parameters = { pointerType: 'mouse' };
    await this.post('actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
    });
  }

  async moveTo({ x, y }: Point): Promise<void> {
    await this.point([{ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }]);
  }

  async clickAt({ x, y }: Point): Promise<void> {
    await this.point([
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  }

  private async keys(actions: object[]): Promise<void> {
    await this.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  type(text: string): Promise<void> {
    return this.keys(Array.from(text).flatMap(pressAndRelease));
  }

  press(key: Key, modifier?: 'Shift'): Promise<void> {
    const pressed = pressAndRelease(KEYS[key]);
    if (!modifier) return this.keys(pressed);
    const value = KEYS[modifier];
    return this.keys([{ type: 'keyDown', value }, ...pressed, { type: 'keyUp', value }]);
  }

  async chooseFiles(selector: string, paths: string[]): Promise<void> {
    const found = await this.post('element', { using: 'css selector', value: selector });
    const id = (found as Record<string, string>)[ELEMENT] ?? '';
    await this.post(`element/${id}/value`, { text: paths.join('\n') });
  }

  async show(): Promise<void> {
    await this.driver.post('window', { handle: this.handle });
  }

  async resize(width: number, height: number): Promise<void> {
    const frame = await this.evaluate(
      () => ({ width: outerWidth - innerWidth, height: outerHeight - innerHeight }),
      null,
    );
    const rect = { x: 0, y: 0, width: width + frame.width, height: height + frame.height };
    await this.post('window/rect', rect);
  }

  async close(): Promise<void> {
    await this.show();
    await this.driver.delete('window');
  }
}

/** Starts WebKitGTK's MiniBrowser. @throws Error if it does not start */
export async function launchWebKit({ display, isDark }: LaunchOptions): Promise<Browser> {
  const driver = await WebDriver.start('WebKitWebDriver', {
    ...process.env,
    DISPLAY: display,
    GTK_THEME: isDark ? 'Adwaita:dark' : 'Adwaita',
    LANG: 'C.UTF-8',
    TZ: 'Asia/Baku',
  });
  const first = await driver.get('window');
  return {
    newTab: async () => {
      // The current tab may be closed.
      await driver.post('window', { handle: first });
      const { handle } = (await driver.post('window/new', { type: 'window' })) as {
        handle: string;
      };
      return new WebKitTab(driver, handle);
    },
    close: () => driver.stop(),
  };
}
