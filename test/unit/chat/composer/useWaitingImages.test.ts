/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act } from '@testing-library/react';
import { useWaitingImages } from '../../../../src/chat/composer/useWaitingImages';
import { postStarted } from '../../../../src/messages/sendingActions';
import { sessionStarted } from '../../../../src/session/sessionSlice';
import { own, sendAccepted } from '../../../support/builders/builders';
import { makeChat, renderInStore } from '../../../support/stores/makeChat';

const file = (name: string, type = 'image/png') => new File([], name, { type });

const pdf = file('a.pdf', 'application/pdf');

/** Renders the hook in the chat of user 7. */
function render() {
  const { store } = makeChat();
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  const { result } = renderInStore(store, useWaitingImages);
  return {
    /** The POST of the first image begins. */
    post: (timestamp: string) => {
      const keys = result.current.images.slice(0, 1).map(({ key }) => key);
      act(() => void store.dispatch(postStarted({ keys, timestamp, isLostOnUnload: false })));
    },
    /** The list gets an own message of this time. */
    show: (timestamp: string) => {
      act(() => {
        store.dispatch(sendAccepted(own({ timestamp })));
      });
    },
    /** The user logs in again, to an empty list. */
    reset: () => {
      act(() => {
        store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
      });
    },
    add: (...files: File[]) => act(() => result.current.addFiles(files)),
    addAtOnce: (...files: File[]) =>
      act(async () => {
        await Promise.all(files.map((one) => result.current.addFiles([one])));
      }),
    remove: (index: number) => {
      const image = result.current.images[index];
      if (!image) throw new Error('No such image waits.');
      act(() => result.current.removeImage(image));
    },
    hasRefusedFile: () => result.current.hasRefusedFile,
    images: () => result.current.images,
    names: () => result.current.images.map((image) => image.file.name),
  };
}

describe('useWaitingImages', () => {
  test('keeps images in the order in which they were added, and skips other files', async () => {
    const { add, addAtOnce, names } = render();
    await add(file('a'), pdf, file('b'));
    await addAtOnce(file('c'), file('d'));
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
  });

  test.each([
    ['a PDF beside an image', [pdf, file('b')]],
    ['a file without a type that is no image', [file('a', '')]],
  ])('reports %s as refused until the next key or image', async (_, files) => {
    const { add, hasRefusedFile } = render();
    await add(...files);
    expect(hasRefusedFile()).toBe(true);
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown')));
    expect(hasRefusedFile()).toBe(false);
    await add(pdf);
    expect(hasRefusedFile()).toBe(true);
    await add(file('b'));
    expect(hasRefusedFile()).toBe(false);
  });

  test('removes one of two copies of a file', async () => {
    const { add, remove, images } = render();
    const copy = file('a');
    await add(copy, copy);
    const [, second] = images();
    remove(0);
    expect(images()).toEqual([second]);
  });

  test('keeps a posted image until the list has its message', async () => {
    const { add, post, show, names } = render();
    const time = '2026-03-05T10:00:00.000Z';
    await add(file('a'), file('b'));
    post(time);
    show('2026-03-05T10:00:01.000Z');
    expect(names()).toEqual(['a', 'b']);
    show(time);
    expect(names()).toEqual(['b']);
    await add(file('c'));
    expect(names()).toEqual(['b', 'c']);
  });

  test('drops the file of an image that the list has', async () => {
    const { add, post, show, reset, names } = render();
    await add(file('a'));
    const time = '2026-03-05T10:00:00.000Z';
    post(time);
    show(time);
    // The list is empty now, but the file is gone.
    reset();
    expect(names()).toEqual([]);
  });
});
