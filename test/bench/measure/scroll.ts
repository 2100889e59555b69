import type { Page } from '@playwright/test';
import type { Cpu } from '../figures';
import { markOf } from '../messages';
import type { Stage } from '../stage';
import { APP } from '../subjects';
import { Visit } from '../visit';

/** 180 pixels a frame. */
const WHEEL_SPEED = 10_800;
/** One movement of the wheel, in pixels; the first row is looked for after each. */
const WHEEL_STEP = 21_600;
/** As a key repeats that is held down. */
const KEY_REPEAT = 33;

type Drive = (visit: Visit, isThere: () => boolean) => Promise<void>;

const wheel: Drive = async ({ page, cdp }, isThere) => {
  const box = await page.locator('[role=log]').boundingBox();
  if (!box) throw new Error('The list is not in sight.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  while (!isThere()) {
    await cdp.send('Input.synthesizeScrollGesture', {
      x,
      y,
      yDistance: WHEEL_STEP,
      speed: WHEEL_SPEED,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
  }
};

const pageUp: Drive = async ({ page }, isThere) => {
  await page.locator('[role=log]').focus();
  while (!isThere()) {
    const repeated = new Promise((resolve) => setTimeout(resolve, KEY_REPEAT));
    await page.keyboard.down('PageUp');
    await repeated;
  }
  await page.keyboard.up('PageUp');
};

/** How fast a held Page Up can scroll: nine tenths of the list at each repetition. */
const pageUpSpeed = (page: Page) =>
  page.locator('[role=log]').evaluate((list) => (list.clientHeight * 1000) / 33);

async function climb(visit: Visit, drive: Drive, speed: number) {
  const { page } = visit;
  const state = { isThere: false };
  await page.evaluate(([first, most]) => window.probe.startScrolling(first, most), [
    markOf(1),
    speed,
  ] as const);
  const seen = page.evaluate(() => window.probe.scrolled()).finally(() => (state.isThere = true));
  await drive(visit, () => state.isThere);
  const scrolled = await seen;
  if (!scrolled) throw new Error('Nobody watched the scrolling.');
  return { ...scrolled, droppedShare: (100 * scrolled.dropped) / scrolled.frames };
}

/** Scrolling up through the app's whole list, by the wheel and then, opened anew, by Page Up. */
export async function scroll(stage: Stage, count: number, cpu: Cpu) {
  const visit = await Visit.open(stage, APP, count, cpu);
  await visit.load();
  const byWheel = await climb(visit, wheel, WHEEL_SPEED);
  await visit.close();
  const other = await Visit.open(stage, APP, count, cpu);
  await other.load();
  const byKey = await climb(other, pageUp, await pageUpSpeed(other.page));
  await other.close();
  return {
    wheelDropped: byWheel.droppedShare,
    wheelBlank: byWheel.blank,
    wheelJumped: byWheel.jumped,
    pageUpDropped: byKey.droppedShare,
    pageUpBlank: byKey.blank,
    pageUpJumped: byKey.jumped,
  };
}
