import { getEventListeners } from 'node:events';
import { sleep, withTimeout } from '../../../src/realtime/timers';
import { advanceTime, deferred, flushPromises, useFakeClock } from '../../support/time/frames';

useFakeClock();

/** Records whether a promise has resolved. */
function observe(promise: Promise<void>) {
  const observed = { isResolved: false };
  void promise.then(() => {
    observed.isResolved = true;
  });
  return observed;
}

describe('sleep', () => {
  test('resolves when the time is over and not before', async () => {
    const sleeping = observe(sleep(new AbortController().signal, 1000));
    await advanceTime(999);
    expect(sleeping.isResolved).toBe(false);
    await advanceTime(1);
    expect(sleeping.isResolved).toBe(true);
  });

  test('resolves when the signal aborts and leaves no timer', async () => {
    const controller = new AbortController();
    const sleeping = observe(sleep(controller.signal, 1000));
    controller.abort();
    await flushPromises();
    expect(sleeping.isResolved).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('resolves without a timer if the signal is already aborted', async () => {
    const sleeping = observe(sleep(AbortSignal.abort(), 1000));
    expect(jest.getTimerCount()).toBe(0);
    await flushPromises();
    expect(sleeping.isResolved).toBe(true);
  });

  test.each(['the time is over', 'the signal aborts'])(
    'leaves no listener after %s',
    async (end) => {
      const controller = new AbortController();
      const sleeping = observe(sleep(controller.signal, 1000));
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
      if (end === 'the signal aborts') controller.abort();
      await advanceTime(1000);
      expect(sleeping.isResolved).toBe(true);
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    },
  );
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
