import { requestImageSlot } from '../../../../src/chat/message/imageSlots';
import { flushPromises, useFakeClock } from '../../../support/time/frames';

useFakeClock();

describe('requestImageSlot', () => {
  test('loads at most four images at a time, the newest first', async () => {
    const loads: number[] = [];
    const releases = Array.from({ length: 7 }, (_, index) =>
      requestImageSlot(() => loads.push(index)),
    );
    expect(loads).toEqual([]);
    await flushPromises();
    expect(loads).toEqual([6, 5, 4, 3]);
    releases[5]?.();
    releases[5]?.();
    await flushPromises();
    expect(loads).toEqual([6, 5, 4, 3, 2]);
    // An image that is no longer needed does not load.
    releases[1]?.();
    for (const index of [6, 4, 3, 2]) releases[index]?.();
    await flushPromises();
    expect(loads).toEqual([6, 5, 4, 3, 2, 0]);
    releases[0]?.();
  });
});
