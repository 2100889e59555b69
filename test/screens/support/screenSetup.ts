import '@testing-library/jest-dom';

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
