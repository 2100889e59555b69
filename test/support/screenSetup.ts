import '@testing-library/jest-dom';
import './consoleErrors';

const nothing = () => undefined;

// jsdom lays nothing out: what measures and scrolls is there, and finds everything empty.
Object.assign(window, {
  ResizeObserver: class {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  },
  matchMedia: (media: string) => ({ media, matches: false }),
});
Element.prototype.scrollTo = nothing;
