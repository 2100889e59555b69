import { startStopwatch, withTimeout } from '../../../src/platform/timers';
import {
  advanceTime,
  deferred,
  HOUR,
  moveClock,
  fakeClockForEachTest,
} from '../../support/time/frames';

fakeClockForEachTest();

test.each([
  ['runs on after the clock is set back', -HOUR, 1_000],
  ['counts the time that the device slept', HOUR, HOUR + 1_000],
])('startStopwatch %s', async (_, change, expected) => {
  const elapsed = startStopwatch();
  moveClock(change);
  await advanceTime(1_000);
  expect(elapsed()).toBe(expected);
});

describe('withTimeout', () => {
  test.each([
    [999, 'a result'],
    [1000, 'Error: timed out'],
  ])('of 1 s settles after %d ms with %s', async (time, expected) => {
    const { promise, resolve } = deferred<string>();
    const result = withTimeout(promise, 1000).catch(String);
    await advanceTime(time);
    resolve('a result');
    expect(await result).toBe(expected);
  });

  test.each(['resolves', 'rejects'])('leaves no timer if the promise %s in time', async (end) => {
    const { promise, resolve, reject } = deferred();
    const result = withTimeout(promise, 1000).catch(() => undefined);
    if (end === 'resolves') resolve();
    else reject(new Error('no'));
    await result;
    expect(jest.getTimerCount()).toBe(0);
  });
});
