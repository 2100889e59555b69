import { getEventListeners } from 'node:events';
import { childOf, sleep } from '../../../src/provider/sleep';
import { pass, settle, useClock } from '../../support/clock';

useClock();

/** Whether a promise has been resolved so far. */
function watch(promise: Promise<void>) {
  const seen = { isOver: false };
  void promise.then(() => {
    seen.isOver = true;
  });
  return seen;
}

describe('sleeping', () => {
  test('ends when the time is over, and not before', async () => {
    const slept = watch(sleep(new AbortController().signal, 1000));
    await pass(999);
    expect(slept.isOver).toBe(false);
    await pass(1);
    expect(slept.isOver).toBe(true);
  });

  test('takes no time where none is asked for', async () => {
    const slept = watch(sleep(new AbortController().signal, 0));
    await settle();
    expect(slept.isOver).toBe(true);
  });

  test('ends with the signal, and leaves no timer', async () => {
    const control = new AbortController();
    const slept = watch(sleep(control.signal, 1000));
    control.abort();
    await settle();
    expect(slept.isOver).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('does not begin where the signal has ended already', async () => {
    const slept = watch(sleep(AbortSignal.abort(), 1000));
    expect(jest.getTimerCount()).toBe(0);
    await settle();
    expect(slept.isOver).toBe(true);
  });

  test('without a time waits for the signal alone', async () => {
    const control = new AbortController();
    const slept = watch(sleep(control.signal));
    await pass(3_600_000);
    expect(slept.isOver).toBe(false);
    control.abort();
    await settle();
    expect(slept.isOver).toBe(true);
  });

  test.each([
    ['the time', 1000],
    ['the signal', undefined],
  ])('leaves no listener when ended by %s', async (_, milliseconds) => {
    const control = new AbortController();
    const slept = watch(sleep(control.signal, milliseconds));
    expect(getEventListeners(control.signal, 'abort')).toHaveLength(1);
    if (milliseconds === undefined) control.abort();
    else await pass(milliseconds);
    await settle();
    expect(slept.isOver).toBe(true);
    expect(getEventListeners(control.signal, 'abort')).toEqual([]);
  });
});

describe('a child', () => {
  test('ends with its parent', () => {
    const parent = new AbortController();
    const child = childOf(parent.signal);
    expect(child.signal.aborted).toBe(false);
    parent.abort();
    expect(child.signal.aborted).toBe(true);
  });

  test('of an ended parent has ended', () => {
    expect(childOf(AbortSignal.abort()).signal.aborted).toBe(true);
  });

  test('can end before its parent, and leaves no listener there', () => {
    const parent = new AbortController();
    childOf(parent.signal).abort();
    expect(parent.signal.aborted).toBe(false);
    expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
  });
});
