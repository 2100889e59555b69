import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePorts } from '../../network/freePorts';

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
export class WebDriver {
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
