import { loadChunk } from '../../../src/platform/loadChunk';
import { advanceTime, flushPromises, useFakeClock } from '../../support/time/frames';

useFakeClock();

describe('loadChunk', () => {
  test('resolves with the first attempt that succeeds', async () => {
    const load = jest.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce('module');
    const loading = loadChunk(load);
    await advanceTime(1_000);
    await expect(loading).resolves.toBe('module');
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('rejects with the error of the last of four attempts, at most 8 s after the first', async () => {
    const load = jest.fn().mockRejectedValue(new Error('lost'));
    const loading = expect(loadChunk(load)).rejects.toThrow('lost');
    await flushPromises();
    expect(load).toHaveBeenCalledTimes(1);
    await advanceTime(8_000);
    await loading;
    expect(load).toHaveBeenCalledTimes(4);
  });
});
