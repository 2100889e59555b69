/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act, fireEvent, renderHook } from '@testing-library/react';
import { useRowWindow } from '../../../../src/chat/list/useRowWindow';
import { entry, incoming } from '../../../support/builders/builders';

const ENTRIES = Array.from({ length: 400 }, (_, key) => entry(key, incoming()));

/** Renders the hook, first without rows. @returns the windows of all renders, and the last one */
function open() {
  const windows: ReturnType<typeof useRowWindow>[] = [];
  const { result, rerender } = renderHook(
    ({ isReady }) => {
      const rows = useRowWindow(isReady ? ENTRIES : [], isReady, () => false);
      windows.push(rows);
      return rows;
    },
    { initialProps: { isReady: false } },
  );
  rerender({ isReady: true });
  return { windows, result };
}

describe('useRowWindow', () => {
  test('adds rows only once the last 60 are rendered', () => {
    const { windows } = open();
    const first = windows.find(({ start }) => start === 380);
    expect(first?.start).toBe(380);
    expect(first?.addRows).toBeUndefined();
    expect(windows.at(-1)).toMatchObject({ start: 340, addRows: expect.any(Function) as unknown });
  });

  test('keeps added rows after a print', () => {
    const { result } = open();
    act(() => result.current.addRows?.());
    expect(result.current.start).toBe(140);
    fireEvent(window, new Event('beforeprint'));
    expect(result.current.start).toBe(0);
    fireEvent(window, new Event('afterprint'));
    expect(result.current.start).toBe(140);
  });
});
