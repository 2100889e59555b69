import { getEventListeners } from 'node:events';
import { childOf, sleep } from '../../../src/realtime/sleep';
import { advanceTime, flushPromises, useFakeClock } from '../../support/time/frames';

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

  test('waits for the signal only if the time is missing', async () => {
    const controller = new AbortController();
    const sleeping = observe(sleep(controller.signal));
    await advanceTime(3_600_000);
    expect(sleeping.isResolved).toBe(false);
    controller.abort();
    await flushPromises();
    expect(sleeping.isResolved).toBe(true);
  });

  test.each([
    ['the time is over', 1000],
    ['the signal aborts', undefined],
  ])('leaves no listener after %s', async (_, milliseconds) => {
    const controller = new AbortController();
    const sleeping = observe(sleep(controller.signal, milliseconds));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    if (milliseconds === undefined) controller.abort();
    else await advanceTime(milliseconds);
    await flushPromises();
    expect(sleeping.isResolved).toBe(true);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

describe('childOf', () => {
  test('returns a controller that aborts with its parent', () => {
    const parent = new AbortController();
    const child = childOf(parent.signal);
    expect(child.signal.aborted).toBe(false);
    parent.abort();
    expect(child.signal.aborted).toBe(true);
  });

  test('returns an aborted controller if the parent is aborted', () => {
    expect(childOf(AbortSignal.abort()).signal.aborted).toBe(true);
  });

  test('leaves no listener on the parent when the child aborts first', () => {
    const parent = new AbortController();
    childOf(parent.signal).abort();
    expect(parent.signal.aborted).toBe(false);
    expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
  });
});
