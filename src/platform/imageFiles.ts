import { logError } from './log';

/** The size of an image in px. */
export interface ImageSize {
  width: number;
  height: number;
}

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

/** Returns the bytes of a file, or null if it is gone. */
const readBytes = (file: Blob): Promise<ArrayBuffer | null> =>
  file.arrayBuffer().catch((error: unknown) => {
    logError('Reading an image failed', error);
    return null;
  });

/** Returns the type of an image by its first bytes, because its name and type can be wrong; '' if none. */
export async function detectImageType(file: Blob): Promise<string> {
  const bytes = await readBytes(file.slice(0, 12));
  const start = String.fromCharCode(...new Uint8Array(bytes ?? []));
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? '';
}

const hasImageType = ({ type }: File) => type.startsWith('image/');

/** Returns the images among files (S5). The first bytes decide if the type names no image. */
export async function findImages(files: File[]): Promise<File[]> {
  const withType = async (file: File) =>
    hasImageType(file) ? file : new File([file], file.name, { type: await detectImageType(file) });
  return (await Promise.all(files.map(withType))).filter(hasImageType);
}

/** Returns a copy in memory, or null if the file is gone: Firefox would upload it until a timeout. */
export async function readImage(file: File): Promise<File | null> {
  const bytes = await readBytes(file);
  return bytes && new File([bytes], file.name, { type: file.type });
}

/** Returns an image's size without decoding it; null if unreadable. @param url an object URL */
export async function measureImage(url: string): Promise<ImageSize | null> {
  const image = new Image();
  image.src = url;
  await new Promise((resolve) => (image.onload = image.onerror = resolve));
  const { naturalWidth: width, naturalHeight: height } = image;
  return width * height > 0 ? { width, height } : null;
}

export type MeasureImage = typeof measureImage;
