import { scalePhoto } from '../../../src/platform/scalePhoto';

const PHOTO = new Blob(['photo']);
/** Number of pixels beyond which a canvas stays blank. */
const MAX_AREA = 16_777_216;

/**
 * Gives the engine a decoder of images of one size and an OffscreenCanvas.
 * @param pixel what the canvas returns for a pixel of the colour #123456
 * @returns the calls of `createImageBitmap`, `drawImage` and `convertToBlob`
 */
function useEngine({ width = 4_000, height = 3_000, pixel = [0x12, 0x34, 0x56, 255] } = {}) {
  const createImageBitmap = jest.fn(() => Promise.resolve({ width, height }));
  const drawn: unknown[] = [];
  const encoded: unknown[] = [];
  class OffscreenCanvas {
    constructor(
      readonly width: number,
      readonly height: number,
    ) {}
    getContext = () => ({
      fillRect: () => undefined,
      getImageData: () => ({
        data: Uint8ClampedArray.from(this.width * this.height > MAX_AREA ? [0, 0, 0, 0] : pixel),
      }),
      drawImage: (_: unknown, ...area: number[]) => drawn.push(area),
    });
    convertToBlob = (options: unknown) => {
      encoded.push(options);
      return Promise.resolve(new Blob(['jpeg']));
    };
  }
  Object.assign(globalThis, { createImageBitmap, OffscreenCanvas });
  return { createImageBitmap, drawn, encoded };
}

afterEach(() => {
  for (const name of ['createImageBitmap', 'OffscreenCanvas'])
    Reflect.deleteProperty(globalThis, name);
});

describe('scalePhoto', () => {
  test('encodes a photo upright as a JPEG of quality 0.85', async () => {
    const { createImageBitmap, encoded } = useEngine();
    expect(await (await scalePhoto(PHOTO))?.text()).toBe('jpeg');
    expect(createImageBitmap).toHaveBeenCalledWith(PHOTO, { imageOrientation: 'from-image' });
    expect(encoded).toEqual([{ type: 'image/jpeg', quality: 0.85 }]);
  });

  test.each([
    [4_000, 3_000, 2_560, 1_920],
    [3_000, 4_000, 1_920, 2_560],
    [2_560, 1_000, 2_560, 1_000],
    [1_080, 14_000, 1_080, 14_000],
    [1_440, 20_000, 1_080, 15_000],
    [800, 20_000, 800, 20_000],
    [16_000, 4_000, 4_320, 1_080],
  ])('draws %d x %d pixels as %d x %d', async (width, height, ...size) => {
    const { drawn } = useEngine({ width, height });
    await scalePhoto(PHOTO);
    expect(drawn).toEqual([[0, 0, ...size]]);
  });

  test.each([
    ['returns noise', { pixel: [7, 200, 31, 255] }],
    ['stays blank because it is too large', { width: 1_080, height: 25_000 }],
  ])('returns null where the canvas %s', async (_, engine) => {
    const { encoded } = useEngine(engine);
    expect(await scalePhoto(PHOTO)).toBeNull();
    expect(encoded).toEqual([]);
  });

  test('rejects where the browser has no OffscreenCanvas', async () => {
    useEngine();
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    await expect(scalePhoto(PHOTO)).rejects.toThrow();
  });
});
