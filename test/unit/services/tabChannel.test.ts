import { createTabChannel } from '../../../src/services/tabChannel';

const original = globalThis.BroadcastChannel;
afterEach(() => {
  globalThis.BroadcastChannel = original;
});

/** A channel between the tabs of one browser. */
class FakeBroadcastChannel {
  private static tabs: FakeBroadcastChannel[] = [];
  onmessage?: (event: { data: unknown }) => void;

  constructor() {
    FakeBroadcastChannel.tabs.push(this);
  }

  postMessage(data: unknown) {
    const others = FakeBroadcastChannel.tabs.filter((tab) => tab !== this);
    others.forEach((tab) => tab.onmessage?.({ data }));
  }
}

describe('createTabChannel', () => {
  test('passes messages to the other tabs', () => {
    Object.assign(globalThis, { BroadcastChannel: FakeBroadcastChannel });
    const received: unknown[] = [];
    const [tab, other] = [createTabChannel(), createTabChannel()];
    tab.onmessage = () => received.push('own');
    other.onmessage = ({ data }) => received.push(data);
    tab.postMessage({ userId: 7, seen: 1 });
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
    expect(() => createTabChannel().postMessage({ userId: 7, seen: 1 })).not.toThrow();
  });
});
