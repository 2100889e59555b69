import { useEffect } from 'react';

const PROPERTY = '--visible-height';

/**
 * Keeps the screen as high as what can be seen of it, for browsers whose keyboard covers the page
 * instead of making it smaller (iOS): else the keyboard hides the input. Nothing changes where the
 * page is zoomed in by hand.
 */
export function useVisibleHeight() {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const fit = () => {
      const isCovered = viewport.scale === 1 && viewport.height < window.innerHeight - 1;
      if (!isCovered) {
        style.removeProperty(PROPERTY);
        return;
      }
      style.setProperty(PROPERTY, `${String(viewport.height)}px`);
      // The browser has moved the page up to show the input, which is in sight now without that.
      window.scrollTo(0, 0);
    };
    fit();
    viewport.addEventListener('resize', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      style.removeProperty(PROPERTY);
    };
  }, []);
}
