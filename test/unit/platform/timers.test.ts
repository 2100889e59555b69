import { startStopwatch, withTimeout } from '../../../src/platform/timers';
import { advanceTime, deferred, HOUR, setClock, useFakeClock } from '../../support/time/frames';

useFakeClock();

describe('startStopwatch', () => {
  test.each([
    ['runs on after the clock is set back', -HOUR, 1_000],
    ['counts the time that the device slept', HOUR, HOUR + 1_000],
  ])('%s', async (_, change, expected) => {
    const elapsed = startStopwatch();
    setClock(change);
    await advanceTime(1_000);
    expect(elapsed()).toBe(expected);
  });
});

describe('withTimeout', () => {
  test('calls back when the time is over, and settles with the promise', async () => {
    const { promise, resolve } = deferred<string>();
    const onTimeout = jest.fn();
    const result = withTimeout(promise, 1000, onTimeout);
    await advanceTime(999);
    expect(onTimeout).not.toHaveBeenCalled();
    await advanceTime(1);
    expect(onTimeout).toHaveBeenCalledTimes(1);
    resolve('late');
    await expect(result).resolves.toBe('late');
  });

  test.each(['resolves', 'rejects'])('leaves no timer if the promise %s in time', async (end) => {
    const { promise, resolve, reject } = deferred();
    const result = withTimeout(promise, 1000, () => undefined).catch(() => undefined);
    if (end === 'resolves') resolve();
    else reject(new Error('no'));
    await result;
    expect(jest.getTimerCount()).toBe(0);
  });
});
