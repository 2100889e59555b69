import type { Page } from '@playwright/test';
import type { Environment } from '../environment';
import type { Cpu } from '../figures';
import { markOf } from '../generateMessages';
import { SubjectPage } from '../subjectPage';
import { APP } from '../subjects';
import { holdKey, KEY_REPEAT } from './holdKey';

/** Wheel speed, in pixels per second: 180 per frame. */
const WHEEL_SPEED = 10_800;
/** Length of one wheel gesture, in pixels; further gestures follow until the first row is visible. */
const WHEEL_DISTANCE = 21_600;

/** Scrolls until `isAtTop` returns true. */
type Scroll = (subjectPage: SubjectPage, isAtTop: () => boolean) => Promise<void>;

const scrollByWheel: Scroll = async ({ page, cdp }, isAtTop) => {
  const box = await page.locator('[role=log]').boundingBox();
  if (!box) throw new Error('The list is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  while (!isAtTop()) {
    await cdp.send('Input.synthesizeScrollGesture', {
      x,
      y,
      yDistance: WHEEL_DISTANCE,
      speed: WHEEL_SPEED,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
  }
};

const scrollByPageUp: Scroll = async ({ page }, isAtTop) => {
  await page.locator('[role=log]').focus();
  await holdKey(page, 'PageUp', isAtTop);
};

/** Returns an upper bound for the speed of a held Page Up, in pixels per second. */
const maxPageUpSpeed = (page: Page) =>
  page
    .locator('[role=log]')
    .evaluate((list, interval) => (list.clientHeight * 1000) / interval, KEY_REPEAT);

async function scrollToTop(subjectPage: SubjectPage, scroll: Scroll, speed: number) {
  const { page } = subjectPage;
  const state = { isAtTop: false };
  await page.evaluate(([first, pixels]) => window.probe.startScrolling(first, pixels), [
    markOf(1),
    speed,
  ] as const);
  const finished = page
    .evaluate(() => window.probe.scrollStats())
    .finally(() => (state.isAtTop = true));
  await scroll(subjectPage, () => state.isAtTop);
  const stats = await finished;
  if (!stats) throw new Error('Scrolling was not observed.');
  return { ...stats, droppedPercent: (100 * stats.dropped) / stats.frames };
}

/** Scrolls from the last to the first message by wheel and, in a new page, by Page Up. */
export async function measureScrolling(environment: Environment, count: number, cpu: Cpu) {
  const wheelPage = await SubjectPage.open(environment, APP, count, cpu);
  await wheelPage.load();
  const wheel = await scrollToTop(wheelPage, scrollByWheel, WHEEL_SPEED);
  await wheelPage.close();
  const keyPage = await SubjectPage.open(environment, APP, count, cpu);
  await keyPage.load();
  const pageUp = await scrollToTop(keyPage, scrollByPageUp, await maxPageUpSpeed(keyPage.page));
  await keyPage.close();
  return {
    wheelDropped: wheel.droppedPercent,
    wheelBlank: wheel.blank,
    wheelJumped: wheel.jumped,
    pageUpDropped: pageUp.droppedPercent,
    pageUpBlank: pageUp.blank,
    pageUpJumped: pageUp.jumped,
  };
}
