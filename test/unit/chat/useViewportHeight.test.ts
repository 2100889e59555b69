/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { renderHook } from '@testing-library/react';
import { useViewportHeight } from '../../../src/chat/useViewportHeight';

/** A visual viewport, which jsdom does not have. */
class FakeViewport extends EventTarget {
  scale = 1;
  height = window.innerHeight;

  resize(height: number, scale = 1) {
    Object.assign(this, { height, scale });
    this.dispatchEvent(new Event('resize'));
  }
}

const heightProperty = () => document.documentElement.style.getPropertyValue('--viewport-height');

/** Renders the hook. `scrolls` are the positions to which it has scrolled the page. */
function render() {
  const viewport = new FakeViewport();
  const scrolls: unknown[][] = [];
  Object.assign(window, {
    visualViewport: viewport,
    scrollTo: (...position: unknown[]) => scrolls.push(position),
  });
  return { viewport, scrolls, ...renderHook(useViewportHeight) };
}

describe('useViewportHeight', () => {
  test('sets the height above a keyboard that covers the page, and undoes the page’s scroll', () => {
    const { viewport, scrolls } = render();
    viewport.resize(420);
    expect(heightProperty()).toBe('420px');
    expect(scrolls).toEqual([[0, 0]]);
    viewport.resize(window.innerHeight);
    expect(heightProperty()).toBe('');
    expect(scrolls).toHaveLength(1);
  });

  test.each([
    ['while the page is zoomed in', 420, 2],
    ['for a difference of 1 px, because browsers round the height', window.innerHeight - 1, 1],
  ])('does nothing %s', (_, height, scale) => {
    const { viewport, scrolls } = render();
    viewport.resize(height, scale);
    expect(heightProperty()).toBe('');
    expect(scrolls).toEqual([]);
  });

  test('does nothing in a browser without a visual viewport', () => {
    Object.assign(window, { visualViewport: null });
    const { unmount } = renderHook(useViewportHeight);
    expect(unmount).not.toThrow();
  });

  test('removes the height with the screen', () => {
    const { viewport, unmount } = render();
    viewport.resize(420);
    unmount();
    expect(heightProperty()).toBe('');
    viewport.resize(400);
    expect(heightProperty()).toBe('');
  });
});
