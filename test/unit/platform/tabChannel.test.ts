import { createTabChannel } from '../../../src/platform/tabChannel';

const original = globalThis.BroadcastChannel;
afterEach(() => {
  globalThis.BroadcastChannel = original;
});

describe('createTabChannel', () => {
  test.each([
    ['missing', undefined],
    [
      'forbidden',
      function BroadcastChannel() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    ],
  ])('passes no messages if BroadcastChannel is %s', (_, value) => {
    Object.assign(globalThis, { BroadcastChannel: value });
    expect(() => createTabChannel().postMessage({ userId: 7, seen: 1 })).not.toThrow();
  });
});
