import { findImages } from '../../../src/platform/imageFiles';

/** A file of a type that names no image. @param start its first bytes, as Latin-1 */
const fileOf = (start: string, type = 'application/octet-stream') =>
  new File([Uint8Array.from(`${start}************`, (byte) => byte.charCodeAt(0))], 'a', { type });

const typesOf = async (...files: File[]) => (await findImages(files)).map(({ type }) => type);

describe('findImages', () => {
  test.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['GIF89a', 'image/gif'],
    ['RIFF\n\0\0\0WEBP', 'image/webp'],
    ['\0\0\0\x1cftypavif', 'image/avif'],
    ['\0\0\0\x1cftypheic', 'image/heic'],
    ['\0\0\0\x1cftypheix', 'image/heic'],
    ['\0\0\0\x1cftypmif1', 'image/heic'],
    ['II*\0', 'image/tiff'],
    ['MM\0*', 'image/tiff'],
    ['BM', 'image/bmp'],
  ])('knows the first bytes %j', async (start, type) => {
    const types = ['', '*/*', 'application/octet-stream', 'text/plain'];
    expect(await typesOf(...types.map((each) => fileOf(start, each)))).toEqual(
      types.map(() => type),
    );
  });

  test('returns images unchanged, and skips other files', async () => {
    const files = [fileOf('<svg', 'image/svg+xml'), fileOf('%PDF-1.7'), fileOf('RIFF\n\0\0\0WAVE')];
    expect(await findImages(files)).toEqual([files[0]]);
  });
});
