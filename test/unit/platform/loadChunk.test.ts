import { loadChunk } from '../../../src/platform/loadChunk';
import { advanceTime, flushPromises, useFakeClock } from '../../support/time/frames';

useFakeClock();

describe('loadChunk', () => {
  test('rejects with the error of the last of four attempts, at most 8 s after the first', async () => {
    let attempts = 0;
    const rejected = jest.fn();
    loadChunk(() => {
      attempts += 1;
      return Promise.reject(new Error(`attempt ${String(attempts)}`));
    }).catch((error: unknown) => {
      rejected(String(error));
    });
    await flushPromises();
    expect(attempts).toBe(1);
    await advanceTime(8_000);
    expect(rejected.mock.calls).toEqual([['Error: attempt 4']]);
  });

  test('resolves with the first attempt that succeeds', async () => {
    const results = [Promise.reject(new Error('lost')), Promise.resolve('module')];
    const loading = loadChunk(() => results.shift() ?? Promise.reject(new Error('none left')));
    await advanceTime(1_000);
    await expect(loading).resolves.toBe('module');
    expect(jest.getTimerCount()).toBe(0);
  });
});
