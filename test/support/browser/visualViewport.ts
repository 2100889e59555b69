import type { Page } from '@playwright/test';

/**
 * Sets the height and scale of the visual viewport, as a keyboard that covers the page or a pinch
 * zoom does.
 * @param height in CSS pixels
 * @returns the window's height
 */
export const setVisualViewport = (page: Page, height: number, scale = 1): Promise<number> =>
  page.evaluate(
    ([visibleHeight, zoom]) => {
      const viewport = window.visualViewport;
      if (!viewport) throw new Error('There is no visual viewport.');
      Object.defineProperty(viewport, 'height', { value: visibleHeight, configurable: true });
      Object.defineProperty(viewport, 'scale', { value: zoom, configurable: true });
      viewport.dispatchEvent(new Event('resize'));
      return window.innerHeight;
    },
    [height, scale] as const,
  );
