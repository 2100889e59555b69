import { logError } from './log';

/** The first bytes of images by their type, as Latin-1. */
const SIGNATURES = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftypavi[fs]/s],
  ['image/heic', /^.{4}ftyp(?:hei|mif1)/s],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/],
  ['image/bmp', /^BM/],
] as const;

/** Returns the type of an image by its first bytes, because its name and type can be wrong. */
export function imageTypeOf(bytes: ArrayBuffer): string | undefined {
  const start = String.fromCharCode(...new Uint8Array(bytes.slice(0, 12)));
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0];
}

/** Returns a copy in memory, or null if the file is no image (S5) or is gone. */
async function readImage(file: File): Promise<File | null> {
  if (file.type !== '' && !file.type.startsWith('image/')) return null;
  try {
    const bytes = await file.arrayBuffer();
    const type = file.type || imageTypeOf(bytes);
    return type === undefined ? null : new File([bytes], file.name, { type });
  } catch (error) {
    logError('Reading an image failed', error);
    return null;
  }
}

/**
 * Reads the images among files at once, so that the shown image is sent even if its file changes.
 * In Firefox, the upload of a deleted file would end only by a timeout.
 */
export const readImages = async (files: File[]): Promise<File[]> =>
  (await Promise.all(files.map(readImage))).filter((image) => image !== null);
