import { loadImage } from '../../../../src/chat/message/loadImage';
import { advanceTime, flushPromises, useFakeClock } from '../../../support/time/frames';

useFakeClock();

/** Creates images, and loads each. @returns `ends` are the sizes, in the order of their ends */
function load(count: number) {
  const ends: [number, unknown][] = [];
  const images = Array.from({ length: count }, (_, index) => {
    const image = Object.assign(new EventTarget(), {
      src: '',
      naturalWidth: index,
      naturalHeight: 2 * index,
      removeAttribute: () => {
        image.src = '';
      },
    });
    const cancel = loadImage(image as unknown as HTMLImageElement, `/${index}`, (size) => {
      ends.push([index, size]);
    });
    const end = (type: 'load' | 'error') => image.dispatchEvent(new Event(type));
    return { image, cancel, end };
  });
  /** Returns the numbers of the images that load or have loaded. */
  const sources = () => images.flatMap(({ image }, index) => (image.src === '' ? [] : index));
  return { images, ends, sources };
}

describe('loadImage', () => {
  test('loads at most four images at a time, the newest first', async () => {
    const { images, ends, sources } = load(7);
    expect(sources()).toEqual([]);
    await flushPromises();
    expect(sources()).toEqual([3, 4, 5, 6]);
    images[5]?.end('load');
    images[5]?.cancel();
    await flushPromises();
    expect(sources()).toEqual([2, 3, 4, 6]);
    // An image that is no longer needed does not load.
    images[1]?.cancel();
    images[6]?.end('error');
    await flushPromises();
    expect(sources()).toEqual([0, 2, 3, 4]);
    expect(ends).toEqual([
      [5, { width: 5, height: 10 }],
      [6, undefined],
    ]);
    for (const { cancel } of images) cancel();
    expect(sources()).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('fails after 30 s, ends the request and frees its place', async () => {
    const { images, ends, sources } = load(5);
    await flushPromises();
    images[4]?.end('load');
    await flushPromises();
    await advanceTime(29_999);
    expect(ends).toHaveLength(1);
    await advanceTime(1);
    expect(ends.slice(1)).toEqual([3, 2, 1, 0].map((index) => [index, undefined]));
    expect(sources()).toEqual([4]);
    const next = load(4);
    await flushPromises();
    expect(next.sources()).toEqual([0, 1, 2, 3]);
    for (const { cancel } of next.images) cancel();
  });
});
