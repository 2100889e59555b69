import { cleanup, fireEvent, render, screen } from '@testing-library/react/pure';
import { Provider } from 'react-redux';
import { ImageDrop } from '../../../../src/chat/composer/ImageDrop';
import { sendStarted } from '../../../support/builders/sends';
import { makeChat } from '../../../support/stores/makeChat';

const ONE = 'Şəkli əlavə etmək üçün bura buraxın';
const REFUSED = 'Yalnız şəkil göndərmək olar';
const IMAGE = new File(['x'], 'a.png', { type: 'image/png' });
const TEXT = new File(['x'], 'a.txt', { type: 'text/plain' });
const OF_NO_KIND = ['', 'application/octet-stream', '*/*', 'binary/x'].map(
  (type) => new File(['x'], 'a', { type }),
);

/** What a drag or a paste carries. */
const carry = (files: File[], text = '', isDirectory = false) => ({
  types: files.length > 0 ? ['Files'] : ['text/plain'],
  dropEffect: '',
  items: files.map((file) => ({
    kind: 'file',
    type: file.type,
    webkitGetAsEntry: () => ({ isDirectory }),
    getAsFile: () => file,
  })),
  getData: () => text,
});

function show({ isSending = false } = {}) {
  const { store } = makeChat();
  if (isSending) store.dispatch(sendStarted());
  const onFiles = jest.fn();
  render(
    <Provider store={store}>
      <ImageDrop onFiles={onFiles} />
    </Provider>,
  );
  return onFiles;
}

const label = () => screen.queryByRole('status')?.textContent ?? null;

/** Drags files over the page, and drops them. @returns what the page said, and the drop effect */
function dragAndDrop(...[files, isDirectory]: [files: File[], isDirectory?: boolean]) {
  const dataTransfer = carry(files, '', isDirectory);
  const events = [fireEvent.dragEnter, fireEvent.dragOver].map((fire) =>
    fire(document.body, { dataTransfer }),
  );
  const said = label();
  events.push(fireEvent.drop(document.body, { dataTransfer }));
  // The browser would navigate to a file.
  expect(new Set(events)).toEqual(new Set([files.length === 0]));
  expect(label()).toBeNull();
  return [said, dataTransfer.dropEffect];
}

afterEach(cleanup);

describe('ImageDrop', () => {
  test.each([
    ['an image', [IMAGE], ONE, 'copy'],
    ['two images', [IMAGE, IMAGE], 'Şəkilləri əlavə etmək üçün bura buraxın', 'copy'],
    ['an image beside a text', [TEXT, IMAGE], ONE, 'copy'],
    ...OF_NO_KIND.map((file) => [`a file of type ${file.type}`, [file], ONE, 'copy'] as const),
    ['a text', [TEXT], REFUSED, 'none'],
  ] as const)('says what a drop of %s would do, and passes the files', (_, files, said, effect) => {
    const onFiles = show();
    expect(dragAndDrop([...files])).toEqual([said, effect]);
    expect(onFiles.mock.calls).toEqual([[files]]);
  });

  test('ignores a drag without files, and passes a folder as an empty file', () => {
    const onFiles = show();
    expect(dragAndDrop([])).toEqual([null, '']);
    expect(onFiles).not.toHaveBeenCalled();
    dragAndDrop([IMAGE], true);
    expect(onFiles.mock.calls).toMatchObject([[[{ size: 0, type: '' }]]]);
  });

  test('refuses a drop while a message is being sent, but not a paste', () => {
    const onFiles = show({ isSending: true });
    expect(dragAndDrop([IMAGE])).toEqual([null, 'none']);
    expect(onFiles).not.toHaveBeenCalled();
    expect(fireEvent.paste(document.body, { clipboardData: carry([IMAGE]) })).toBe(false);
    expect(onFiles).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['leaves the page', (overlay: HTMLElement) => fireEvent.dragLeave(overlay)],
    ['ends without an event and the pointer moves', fireEvent.pointerMove],
    ['is cancelled with a key', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ])('hides the overlay when the drag %s', (_, end) => {
    show();
    fireEvent.dragEnter(document.body, { dataTransfer: carry([IMAGE]) });
    end(screen.getByRole('status'));
    expect(label()).toBeNull();
  });

  test.each([
    ['no text', '', true],
    ['the name of its file', 'a.png', true],
    ['the name of another file', 'Fotolar/baza.JPG', true],
    ['its URL', 'https://a.az/b/a.png', true],
    ['white space', ' \n', true],
    ['a text', 'Salam', false],
  ])('adds a pasted image unless a text comes with it: %s', (_, text, isAdded) => {
    const onFiles = show();
    const clipboardData = carry([IMAGE], text);
    expect(fireEvent.paste(document.body, { clipboardData })).toBe(!isAdded);
    expect(onFiles).toHaveBeenCalledTimes(isAdded ? 1 : 0);
  });
});
