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

describe('useWholeList', () => {
  test.each<[number, string, KeyboardEventInit]>([
    [1, 'Ctrl+F', { key: 'f', ctrlKey: true }],
    [1, 'Ctrl+F with caps lock', { key: 'F', ctrlKey: true }],
    [1, 'Cmd+F', { key: 'f', metaKey: true }],
    [1, 'F3', { key: 'F3' }],
    [0, 'AltGr+F', { key: 'f', ctrlKey: true, altKey: true }],
    [0, 'F', { key: 'f' }],
    [0, 'Ctrl+G', { key: 'g', ctrlKey: true }],
  ])('renders all rows %d times at %s', (expected, _, init) => {
    const { showAll } = render();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
    expect(showAll).toHaveBeenCalledTimes(expected);
  });

  test('renders all rows before printing, and afterwards the rows from before', () => {
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
