import { createTabChannel } from '../../../src/services/tabChannel';

const original = globalThis.BroadcastChannel;
afterEach(() => {
  globalThis.BroadcastChannel = original;
});

/** A channel between the tabs of one browser. */
class FakeBroadcastChannel extends EventTarget {
  private static tabs: FakeBroadcastChannel[] = [];

  constructor() {
    super();
    FakeBroadcastChannel.tabs.push(this);
  }

  postMessage(data: unknown) {
    const others = FakeBroadcastChannel.tabs.filter((tab) => tab !== this);
    others.forEach((tab) => tab.dispatchEvent(new MessageEvent('message', { data })));
  }
}

describe('createTabChannel', () => {
  test('passes messages to the other tabs', () => {
    Object.assign(globalThis, { BroadcastChannel: FakeBroadcastChannel });
    const received: unknown[] = [];
    const [tab, other] = [createTabChannel(), createTabChannel()];
    tab.subscribe(() => received.push('own'));
    other.subscribe((message) => received.push(message));
    tab.post({ userId: 7, seen: 1 });
    expect(received).toEqual([{ userId: 7, seen: 1 }]);
  });

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
    expect(() => channel.post({ userId: 7, seen: 1 })).not.toThrow();
  });
});
