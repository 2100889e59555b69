/** Size, in bytes, up to which a photo is uploaded as it is. */
const SMALL_PHOTO = 2_000_000;

/** Timeout of the re-encoding, in ms. The photo is then uploaded as it is. */
const ENCODING_TIMEOUT = 10_000;

/**
 * Returns a smaller JPEG of a large photo, or the file as it is. Never rejects.
 * @param signal ends the re-encoding; its outcome is then the file as it is
 */
export type ShrinkPhoto = (file: File, signal: AbortSignal) => Promise<File>;

/** Encodes a file in a worker. @returns null if the worker fails, is too slow or is aborted */
const encode = (createWorker: () => Worker, file: File, signal: AbortSignal) =>
  new Promise<Blob | null>((resolve) => {
    const worker = createWorker();
    const end = (photo: Blob | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', fail);
      worker.terminate();
      resolve(photo);
    };
    const fail = () => {
      end(null);
    };
    const timer = setTimeout(fail, ENCODING_TIMEOUT);
    signal.addEventListener('abort', fail);
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => {
      end(data);
    };
    worker.postMessage(file);
  });

/**
 * Creates the service that re-encodes large photos in a worker. PNG, GIF and WebP stay as they are,
 * because screenshots and drawings would lose sharpness, transparency or motion.
 * @param createWorker returns a worker that runs `encodePhoto` for each message
 */
export const createPhotoShrinker =
  (createWorker: () => Worker): ShrinkPhoto =>
  async (file, signal) => {
    if (file.size <= SMALL_PHOTO || !/^image\/(jpeg|hei[cf])$/.test(file.type)) return file;
    // An engine without workers, or a policy that forbids them, rejects.
    const photo = await encode(createWorker, file, signal).catch(() => null);
    if (!photo || photo.size >= file.size) return file;
    return new File([photo], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: photo.type });
  };
