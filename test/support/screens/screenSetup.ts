import '@testing-library/jest-dom';
import { configure } from '@testing-library/react/pure';

// In ms. High, because a busy machine is slow: the default of 1,000 ms fails there.
configure({ asyncUtilTimeout: 60_000 });

const noop = () => undefined;

// jsdom has no layout. Stubs for the layout functions that it does not have.
Object.assign(window, {
  ResizeObserver: class {
    observe = noop;
    unobserve = noop;
    disconnect = noop;
  },
  matchMedia: (media: string) => ({ media, matches: false }),
});
Element.prototype.scrollTo = noop;
