import { useEffect } from 'react';

const PROPERTY = '--viewport-height';

/** Fits the screen above the keyboard of iOS, which would cover the input. Not while zoomed in. */
export function useViewportHeight() {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const fit = () => {
      const isCovered = viewport.scale === 1 && viewport.height < window.innerHeight - 1;
      style.setProperty(PROPERTY, isCovered ? `${viewport.height}px` : '');
      // iOS has scrolled the page to show the input. The smaller screen shows the input unscrolled.
      if (isCovered) window.scrollTo(0, 0);
    };
    fit();
    viewport.addEventListener('resize', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      style.removeProperty(PROPERTY);
    };
  }, []);
}
