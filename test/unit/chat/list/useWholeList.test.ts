/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { renderHook } from '@testing-library/react';
import type { RowWindow } from '../../../../src/chat/list/rowWindow';
import { useWholeList } from '../../../../src/chat/list/useWholeList';

function render() {
  const handlers = { showAll: jest.fn(), restore: jest.fn() };
  const hook = renderHook<unknown, RowWindow>((rows) => useWholeList(rows, handlers), {
    initialProps: { start: 3, end: 9 },
  });
  return { ...handlers, ...hook };
}

const press = (init: KeyboardEventInit) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));

describe('useWholeList', () => {
  test.each<[string, KeyboardEventInit]>([
    ['Ctrl+F', { key: 'f', ctrlKey: true }],
    ['Ctrl+F with caps lock', { key: 'F', ctrlKey: true }],
    ['Cmd+F', { key: 'f', metaKey: true }],
    ['F3', { key: 'F3' }],
  ])('renders all rows when %s is pressed', (_, init) => {
    const { showAll } = render();
    press(init);
    expect(showAll).toHaveBeenCalledTimes(1);
  });

  test.each<[string, KeyboardEventInit]>([
    ['AltGr+F', { key: 'f', ctrlKey: true, altKey: true }],
    ['F', { key: 'f' }],
    ['Ctrl+G', { key: 'g', ctrlKey: true }],
  ])('renders no further rows when %s is pressed', (_, init) => {
    const { showAll } = render();
    press(init);
    expect(showAll).not.toHaveBeenCalled();
  });

  test('renders all rows before printing, and the earlier rows after it', () => {
    const { showAll, restore, rerender } = render();
    window.dispatchEvent(new Event('beforeprint'));
    expect(showAll).toHaveBeenCalledTimes(1);
    rerender({ start: 0, end: 20, isWhole: true });
    window.dispatchEvent(new Event('afterprint'));
    expect(restore).toHaveBeenCalledWith({ start: 3, end: 9 });
  });

  test('stops listening when it unmounts', () => {
    const { showAll, unmount } = render();
    unmount();
    window.dispatchEvent(new Event('beforeprint'));
    expect(showAll).not.toHaveBeenCalled();
  });
});
