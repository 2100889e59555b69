import { detectImageType } from './imageFiles';
import { withTimeout } from './timers';

/** Maximum size, in bytes, of a photo that is not re-encoded. */
const SMALL_PHOTO = 2_000_000;
/** Timeout of the re-encoding, in ms. The original file is then uploaded. */
const ENCODING_TIMEOUT = 10_000;

/** Returns a smaller JPEG of a large photo, or the file itself, also if aborted. Never rejects. */
export type ShrinkPhoto = (file: File, signal: AbortSignal) => Promise<File>;

/** Encodes a file in a worker. Rejects if the worker fails, is forbidden, too slow or aborted. */
async function encode(createWorker: () => Worker, file: File, signal: AbortSignal) {
  const worker = createWorker();
  const photo = new Promise<Blob | null>((resolve, reject) => {
    signal.addEventListener('abort', reject);
    worker.onerror = reject;
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
    worker.postMessage(file);
  });
  return withTimeout(photo, ENCODING_TIMEOUT).finally(() => worker.terminate());
}

/**
 * Creates the service. PNG, GIF and WebP stay: they would lose sharpness, transparency or motion.
 * @param createWorker returns a worker that runs `scalePhoto` for each message
 */
export const createPhotoShrinker =
  (createWorker: () => Worker): ShrinkPhoto =>
  async (file, signal) => {
    if (file.size <= SMALL_PHOTO) return file;
    // The name and the type of a file may be wrong.
    const isPhoto = /^image\/(jpeg|heic)$/.test(await detectImageType(file));
    if (!isPhoto || signal.aborted) return file;
    const photo = await encode(createWorker, file, signal).catch(() => null);
    if (!photo || photo.size >= file.size) return file;
    return new File([photo], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: photo.type });
  };
