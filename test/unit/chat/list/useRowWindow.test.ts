/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act, fireEvent } from '@testing-library/react';
import { useRowWindow } from '../../../../src/chat/list/useRowWindow';
import { entry, incoming } from '../../../support/builders/builders';
import { makeChat, renderInStore } from '../../../support/stores/makeChat';
import { manualFrames } from '../../../support/time/frames';

const ENTRIES = Array.from({ length: 400 }, (_, key) => entry(key, incoming()));

/** Renders the hook, first without rows. The frame after it waits for `draw`. */
function open() {
  let isReady = false;
  const { nextFrame, draw } = manualFrames();
  const { result, rerender } = renderInStore(
    makeChat().store,
    () => useRowWindow(isReady ? ENTRIES : [], isReady, () => false),
    { nextFrame },
  );
  isReady = true;
  rerender();
  return { result, draw: () => act(draw) };
}

describe('useRowWindow', () => {
  test('renders the last 20 rows, after their paint the last 60, and only then offers more', () => {
    const { result, draw } = open();
    expect(result.current).toMatchObject({ start: 380, addRows: undefined });
    draw();
    expect(result.current).toMatchObject({ start: 340, addRows: expect.any(Function) as unknown });
  });

  test('keeps added rows after a print', () => {
    const { result, draw } = open();
    draw();
    act(() => result.current.addRows?.());
    expect(result.current.start).toBe(140);
    fireEvent(window, new Event('beforeprint'));
    expect(result.current.start).toBe(0);
    fireEvent(window, new Event('afterprint'));
    expect(result.current.start).toBe(140);
  });
});
