import { createPhotoShrinker } from '../../../src/platform/shrinkPhoto';
import { advanceTime, fakeClockForEachTest, deferred } from '../../support/time/frames';

fakeClockForEachTest();

const LARGE = 2_000_001;
const JPEG = '\xff\xd8\xff';

/** Creates a file that begins with these bytes. */
function fileOf(start: string, { type = 'image/jpeg', size = LARGE, name = 'foto.heic' } = {}) {
  const bytes = Buffer.alloc(size);
  bytes.write(start, 'latin1');
  return new File([bytes], name, { type });
}

/** A worker whose messages a test sends. */
class FakeWorker {
  readonly messages: unknown[] = [];
  isTerminated = false;
  onmessage: ((event: { data: Blob | null }) => void) | null = null;
  onerror: (() => void) | null = null;
  postMessage = (message: unknown) => this.messages.push(message);
  terminate = () => (this.isTerminated = true);
}

/** Starts to shrink a file. @returns the pending result, and a promise of the worker */
function shrink(file: File, { signal } = new AbortController()) {
  const created = deferred<FakeWorker>();
  const createWorker = jest.fn(() => {
    const worker = new FakeWorker();
    created.resolve(worker);
    return worker as unknown as Worker;
  });
  const result = createPhotoShrinker(createWorker)(file, signal);
  return { result, worker: created.promise, createWorker };
}

describe('createPhotoShrinker', () => {
  test.each([
    ['PNG', LARGE, '\x89PNG\r\n'],
    ['SVG', LARGE, '<svg xmlns'],
    ['JPEG', LARGE - 1, JPEG],
  ])('returns a %s of %d bytes as it is, without a worker', async (_, size, start) => {
    const file = fileOf(start, { size });
    const { result, createWorker } = shrink(file);
    expect(await result).toBe(file);
    expect(createWorker).not.toHaveBeenCalled();
  });

  test.each([
    ['JPEG that is called a PNG', JPEG, 'image/png', 'foto.png', 'foto.jpg'],
    ['JPEG without a type and an extension', JPEG, '', 'foto', 'foto.jpg'],
    ['HEIC', '\0\0\0\x18ftypheic', 'image/heic', 'a.b.HEIC', 'a.b.jpg'],
    ['HEIF', '\0\0\0\x18ftypmif1', 'image/heif', 'şəkil.heif', 'şəkil.jpg'],
  ])('returns what the worker makes of a large %s, as a JPEG file', async (...row) => {
    const [, start, type, name, renamed] = row;
    const file = fileOf(start, { type, name });
    const { result, worker } = shrink(file);
    const { messages, onmessage } = await worker;
    expect(messages).toEqual([file]);
    onmessage?.({ data: new Blob(['small'], { type: 'image/jpeg' }) });
    const photo = await result;
    expect([photo.name, photo.type, await photo.text()]).toEqual([renamed, 'image/jpeg', 'small']);
    expect((await worker).isTerminated).toBe(true);
  });

  test.each<[string, (worker: FakeWorker, controller: AbortController) => void]>([
    [
      'the result is not smaller',
      ({ onmessage }) => onmessage?.({ data: new Blob([new Uint8Array(LARGE)]) }),
    ],
    ['the worker cannot encode it', ({ onmessage }) => onmessage?.({ data: null })],
    ['the worker fails to load', ({ onerror }) => onerror?.()],
    ['it is aborted', (_, controller) => controller.abort()],
  ])('returns the file as it is if %s, and ends the worker', async (_, end) => {
    const file = fileOf(JPEG);
    const controller = new AbortController();
    const { result, worker } = shrink(file, controller);
    end(await worker, controller);
    expect(await result).toBe(file);
    expect((await worker).isTerminated).toBe(true);
  });

  test('returns the file as it is where no worker can be created', async () => {
    const file = fileOf(JPEG);
    const shrinkPhoto = createPhotoShrinker(() => {
      throw new Error('no workers');
    });
    expect(await shrinkPhoto(file, new AbortController().signal)).toBe(file);
  });

  test('returns the file as it is, without a worker, if it is aborted before', async () => {
    const file = fileOf(JPEG);
    const controller = new AbortController();
    controller.abort();
    const { result, createWorker } = shrink(file, controller);
    expect(await result).toBe(file);
    expect(createWorker).not.toHaveBeenCalled();
  });

  test('returns the file as it is after 10 s without a result, and ends the worker', async () => {
    const file = fileOf(JPEG);
    const { result, worker } = shrink(file);
    const started = await worker;
    await advanceTime(9_999);
    expect(started.isTerminated).toBe(false);
    await advanceTime(1);
    expect(await result).toBe(file);
    expect(started.isTerminated).toBe(true);
  });
});
