import { expect } from '@playwright/test';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Xvfb's options. Without auto-repeat (-r), because a busy machine may release a key late. */
const OPTIONS = '-displayfd 3 -screen 0 1400x1100x24 -nolisten tcp -noreset -r';

/** In ms. */
const START_TIMEOUT = 20_000;

/** A virtual screen with a pointer and a keyboard of its own. */
export class Display {
  private constructor(
    readonly name: string,
    readonly stop: () => void,
  ) {}

  /** Starts Xvfb on a free display. @throws Error if Xvfb does not start */
  static async start(): Promise<Display> {
    const xvfb = spawn('Xvfb', OPTIONS.split(' '), {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const signal = AbortSignal.timeout(START_TIMEOUT);
    const [data] = (await once(xvfb.stdio[3] as Readable, 'data', { signal })) as [Buffer];
    return new Display(`:${data.toString().trim()}`, () => xvfb.kill());
  }

  /**
   * Sends input through the X server, which reaches the browser as input of a person does.
   * @returns what xdotool has printed
   * @throws Error if xdotool fails
   */
  xdotool(...args: (string | number)[]): string {
    const { status, stdout, stderr } = spawnSync('xdotool', args.map(String), {
      env: { ...process.env, DISPLAY: this.name },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`xdotool ${args.join(' ')} failed: ${stderr}`);
    return stdout.trim();
  }

  /**
   * Focuses the windows of a browser, because without a window manager none has the focus. Retries
   * for 15 s, because a window may close.
   */
  async focus(windowClass: string): Promise<void> {
    await expect(() => {
      const windows = this.xdotool('search', '--onlyvisible', '--class', windowClass).split('\n');
      for (const window of windows) this.xdotool('windowfocus', window);
    }).toPass({ timeout: 15_000 });
  }
}
