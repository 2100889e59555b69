/** Passes messages between the app's tabs. Any page of the origin can post: validate messages. */
export interface TabChannel {
  post(message: unknown): void;
  subscribe(listener: (message: unknown) => void): void;
}

const CHANNEL_NAME = 'support-chat';

/** A channel that passes no messages. */
const NO_CHANNEL: TabChannel = { post: () => undefined, subscribe: () => undefined };

/**
 * Creates the channel on the browser's `BroadcastChannel`. Passes no messages if the browser has no
 * `BroadcastChannel`, or if it throws because cookies are blocked.
 */
export function createTabChannel(): TabChannel {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(CHANNEL_NAME);
  } catch {
    return NO_CHANNEL;
  }
  return {
    post: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data));
    },
  };
}
