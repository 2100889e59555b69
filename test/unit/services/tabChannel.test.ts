import { createTabChannel } from '../../../src/services/tabChannel';

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
    const channel = createTabChannel();
    channel.subscribe(() => undefined);
    expect(() => {
      channel.post({ userId: 7, seen: 1 });
    }).not.toThrow();
  });
});
