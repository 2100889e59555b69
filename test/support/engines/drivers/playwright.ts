import { chromium, type Page } from '@playwright/test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from '../../build/findChromium';
import type { Browser, Key, LaunchOptions, Point, Tab } from './tab';

/** A tab of Chromium. */
class PlaywrightTab implements Tab {
  constructor(private readonly page: Page) {}

  async open(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: 'domcontentloaded' });
  }

  async back(): Promise<void> {
    await this.page.goBack({ waitUntil: 'domcontentloaded' });
  }

  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    return this.page.evaluate(run as never, argument);
  }

  moveTo({ x, y }: Point): Promise<void> {
    return this.page.mouse.move(x, y);
  }

  clickAt({ x, y }: Point): Promise<void> {
    return this.page.mouse.click(x, y);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  press(key: Key, modifier?: 'Shift'): Promise<void> {
    return this.page.keyboard.press(modifier ? `${modifier}+${key}` : key);
  }

  chooseFiles(selector: string, paths: string[]): Promise<void> {
    return this.page.locator(selector).first().setInputFiles(paths);
  }

  show(): Promise<void> {
    return this.page.bringToFront();
  }

  resize(width: number, height: number): Promise<void> {
    return this.page.setViewportSize({ width, height });
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

/** Writes a profile whose browser does not offer to translate pages. @returns its folder */
function makeProfile(): string {
  const profile = mkdtempSync(path.join(tmpdir(), 'chromium-'));
  mkdirSync(path.join(profile, 'Default'));
  const preferences = { translate: { enabled: false } };
  writeFileSync(path.join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  return profile;
}

/** Starts Chromium with a window. @throws Error if it does not start */
export async function launchChromium(options: LaunchOptions): Promise<Browser> {
  const { display, isDark, env, report } = options;
  const executablePath = findChromium();
  const profile = makeProfile();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    headless: false,
    viewport: null,
    colorScheme: isDark ? 'dark' : 'light',
    // Otherwise Chromium tells a screen reader about its window alone.
    args: ['--force-renderer-accessibility', '--window-size=1280,900'],
    env: { ...process.env, DISPLAY: display, TZ: 'Asia/Baku', ...env },
  });
  return {
    newTab: async () => {
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => report(message));
      return new PlaywrightTab(page);
    },
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
