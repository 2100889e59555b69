import { imageTypeOf } from './readImage';
import { runLater } from './timers';

/** Maximum size, in bytes, of a photo that is not re-encoded. */
const SMALL_PHOTO = 2_000_000;

/** Timeout of the re-encoding, in ms. The original file is then uploaded. */
const ENCODING_TIMEOUT = 10_000;

/** Returns whether a file begins as a JPEG or HEIC. Its name and type may be wrong. */
async function isPhoto(file: File): Promise<boolean> {
  const type = await imageTypeOf(file);
  return type === 'image/jpeg' || type === 'image/heic';
}

/** Returns a smaller JPEG of a large photo, or the file itself, also if aborted. Never rejects. */
export type ShrinkPhoto = (file: File, signal: AbortSignal) => Promise<File>;

/** Encodes a file in a worker. @returns null if the worker fails, is too slow or is aborted */
const encode = (createWorker: () => Worker, file: File, signal: AbortSignal) =>
  new Promise<Blob | null>((resolve) => {
    const worker = createWorker();
    const end = (photo: Blob | null) => {
      cancelTimeout();
      signal.removeEventListener('abort', fail);
      worker.terminate();
      resolve(photo);
    };
    const fail = () => end(null);
    const cancelTimeout = runLater(ENCODING_TIMEOUT, fail);
    signal.addEventListener('abort', fail);
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => end(data);
    worker.postMessage(file);
  });

/**
 * Creates the service. PNG, GIF and WebP stay: they would lose sharpness, transparency or motion.
 * @param createWorker returns a worker that runs `encodePhoto` for each message
 */
export const createPhotoShrinker =
  (createWorker: () => Worker): ShrinkPhoto =>
  async (file, signal) => {
    if (file.size <= SMALL_PHOTO) return file;
    // Rejects if the Content-Security-Policy forbids workers.
    const shrinkPhoto = async () =>
      (await isPhoto(file)) && !signal.aborted ? encode(createWorker, file, signal) : null;
    const photo = await shrinkPhoto().catch(() => null);
    if (!photo || photo.size >= file.size) return file;
    return new File([photo], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: photo.type });
  };
