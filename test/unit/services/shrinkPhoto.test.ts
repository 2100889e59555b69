import { createPhotoShrinker } from '../../../src/services/shrinkPhoto';
import { advanceTime, useFakeClock } from '../../support/time/clock';

useFakeClock();

const LARGE = 2_000_001;

const fileOf = (type: string, size = LARGE, name = 'foto.heic') =>
  new File([new Uint8Array(size)], name, { type });

/** A worker whose messages a test sends. */
class FakeWorker {
  readonly messages: unknown[] = [];
  isTerminated = false;
  onmessage: ((event: { data: Blob | null }) => void) | null = null;
  onerror: (() => void) | null = null;
  postMessage = (message: unknown) => this.messages.push(message);
  terminate = () => (this.isTerminated = true);
}

/** Starts to shrink a file. @returns the pending result, the workers and its abort controller */
function shrink(file: File, controller = new AbortController()) {
  const workers: FakeWorker[] = [];
  const shrinkPhoto = createPhotoShrinker(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  const result = shrinkPhoto(file, controller.signal);
  return { result, workers, worker: workers[0], controller };
}

describe('createPhotoShrinker', () => {
  test.each([
    ['image/png', LARGE],
    ['image/gif', LARGE],
    ['image/webp', LARGE],
    ['image/avif', LARGE],
    ['image/svg+xml', LARGE],
    ['image/jpeg', LARGE - 1],
    ['image/heic', LARGE - 1],
  ])('returns a file of type %s and %d bytes as it is, without a worker', async (type, size) => {
    const file = fileOf(type, size);
    const { result, workers } = shrink(file);
    expect(await result).toBe(file);
    expect(workers).toEqual([]);
  });

  test.each(['image/jpeg', 'image/heic', 'image/heif'])(
    'returns what the worker makes of a large %s, as a JPEG file',
    async (type) => {
      const file = fileOf(type);
      const { result, worker } = shrink(file);
      expect(worker?.messages).toEqual([file]);
      worker?.onmessage?.({ data: new Blob(['small'], { type: 'image/jpeg' }) });
      const photo = await result;
      expect([photo.name, photo.type, await photo.text()]).toEqual([
        'foto.jpg',
        'image/jpeg',
        'small',
      ]);
      expect(worker?.isTerminated).toBe(true);
    },
  );

  test.each([
    ['a.b.JPEG', 'a.b.jpg'],
    ['foto', 'foto.jpg'],
    ['şəkil.jpg', 'şəkil.jpg'],
  ])('renames %s to %s', async (name, renamed) => {
    const { result, worker } = shrink(fileOf('image/jpeg', LARGE, name));
    worker?.onmessage?.({ data: new Blob(['small'], { type: 'image/jpeg' }) });
    expect((await result).name).toBe(renamed);
  });

  test('returns the file as it is if the result is not smaller', async () => {
    const file = fileOf('image/jpeg');
    const { result, worker } = shrink(file);
    worker?.onmessage?.({ data: new Blob([new Uint8Array(LARGE)]) });
    expect(await result).toBe(file);
  });

  test('returns the file as it is if the worker cannot encode it', async () => {
    const file = fileOf('image/jpeg');
    const { result, worker } = shrink(file);
    worker?.onmessage?.({ data: null });
    expect(await result).toBe(file);
    expect(worker?.isTerminated).toBe(true);
  });

  test('returns the file as it is if the worker fails to load', async () => {
    const file = fileOf('image/jpeg');
    const { result, worker } = shrink(file);
    worker?.onerror?.();
    expect(await result).toBe(file);
  });

  test('returns the file as it is where no worker can be created', async () => {
    const file = fileOf('image/jpeg');
    const shrinkPhoto = createPhotoShrinker(() => {
      throw new Error('no workers');
    });
    expect(await shrinkPhoto(file, new AbortController().signal)).toBe(file);
  });

  test('returns the file as it is, without a worker, if it is aborted before', async () => {
    const file = fileOf('image/jpeg');
    const controller = new AbortController();
    controller.abort();
    const { result, workers } = shrink(file, controller);
    expect(await result).toBe(file);
    expect(workers).toEqual([]);
  });

  test('returns the file as it is after 10 s without a result, and ends the worker', async () => {
    const file = fileOf('image/jpeg');
    const { result, worker } = shrink(file);
    await advanceTime(9_999);
    expect(worker?.isTerminated).toBe(false);
    await advanceTime(1);
    expect(await result).toBe(file);
    expect(worker?.isTerminated).toBe(true);
  });

  test('ends the worker when it is aborted', async () => {
    const file = fileOf('image/jpeg');
    const { result, worker, controller } = shrink(file);
    controller.abort();
    expect(await result).toBe(file);
    expect(worker?.isTerminated).toBe(true);
  });
});
