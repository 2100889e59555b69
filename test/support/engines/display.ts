import { expect } from '@playwright/test';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Xvfb's options. Without auto-repeat (-r), because a busy machine may release a key late. */
const OPTIONS = '-displayfd 3 -screen 0 1400x1100x24 -nolisten tcp -noreset -r';

/** Starts Xvfb for this process and the browsers that it starts. @returns stops Xvfb */
export async function startDisplay(): Promise<() => void> {
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe'] as const;
  const xvfb = spawn('Xvfb', OPTIONS.split(' '), { stdio: [...stdio] });
  const [number] = (await once(xvfb.stdio[3] as Readable, 'data')) as [Buffer];
  Object.assign(process.env, {
    DISPLAY: `:${number.toString().trim()}`,
    LANG: 'C.UTF-8',
    TZ: 'Asia/Baku',
    GTK_THEME: 'Adwaita',
    MOZ_ENABLE_WAYLAND: '0',
  });
  return () => void xvfb.kill();
}

/**
 * Sends input through the X server, which reaches the browser as input of a person does.
 * @returns what xdotool has printed
 * @throws Error if xdotool fails
 */
export const xdotool = (...args: (string | number)[]): string =>
  execFileSync('xdotool', args.map(String), { encoding: 'utf8', stdio: 'pipe' }).trim();

/**
 * Focuses the browser's windows, because without a window manager none has the focus. Retries, because
 * a window may close.
 */
export async function focusWindow(): Promise<void> {
  await expect(() => {
    for (const window of xdotool('search', '--onlyvisible', '--class', '.').split('\n'))
      xdotool('windowfocus', window);
  }).toPass();
}
