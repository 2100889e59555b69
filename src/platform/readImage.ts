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
export async function imageTypeOf(file: Blob): Promise<string | undefined> {
  const bytes = await file.slice(0, 12).arrayBuffer();
  const start = String.fromCharCode(...new Uint8Array(bytes));
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0];
}

/** Logs that a file is gone. */
function logGone(error: unknown): null {
  logError('Reading an image failed', error);
  return null;
}

/** Returns the images among files (S5). Reads nothing, or the first bytes of a file without a type. */
export async function findImages(files: File[]): Promise<File[]> {
  const withType = async (file: File) => {
    if (file.type !== '') return file;
    const type = await imageTypeOf(file).catch(logGone);
    return type ? new File([file], file.name, { type }) : file;
  };
  const typed = await Promise.all(files.map(withType));
  return typed.filter(({ type }) => type.startsWith('image/'));
}

/**
 * Returns a copy in memory, or null if the file is gone. In Firefox, the upload of a deleted file would
 * end only by a timeout.
 */
export const readImage = (file: File): Promise<File | null> =>
  file
    .arrayBuffer()
    .then((bytes) => new File([bytes], file.name, { type: file.type }))
    .catch(logGone);

/** Reads the images among files at once, so that the shown image is sent even if its file changes. */
export async function readImages(files: File[]): Promise<File[]> {
  const images = await Promise.all((await findImages(files)).map(readImage));
  return images.filter((image) => image !== null);
}
