import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Message } from '../common/message';

/** Spec 4: the states of the live channel. */
export type ConnectionState =
  'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting' | 'Reconnecting';

/** One connection to the hub: started once, stopped once, never started again. */
export interface Hub {
  /** @throws HubRefusedError where the hub does not accept the token */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls a server method and waits for its completion. */
  invoke(method: string, ...args: unknown[]): Promise<unknown>;
  /** Calls a server method without asking for a completion. */
  send(method: string, ...args: unknown[]): Promise<void>;
  /** Milliseconds since the server was last heard, its pings included. */
  silence(): number;
}

export interface HubEvents {
  received(payload: unknown): void;
  closed(): void;
}

/** Makes a fresh connection for each attempt; a used one may be beyond repair. */
export type HubFactory = (userId: number, events: HubEvents) => Promise<Hub>;

/** The hub answered negotiate with 401 or 403: trying again is of no use. */
export class HubRefusedError extends Error {
  override name = 'HubRefusedError';
  constructor(readonly status: 401 | 403) {
    super(`The hub refused the token with status ${String(status)}.`);
  }
}

/** Actions in: whose chat is open, and what the user did in it. */
export const chatOpened = createAction<number>('chat/opened');
export const chatClosed = createAction('chat/closed');
export const messageSent = createAction<Message>('messages/sent');
/** The text was changed by a keystroke. Ends in the middleware, so that it never floods the log. */
export const typed = createAction('chat/typed');

/** Events out; here what the hub delivered within one frame, in its order. */
export const messagesReceived = createAction<Message[]>('messages/received');
/** The provider turned down a token whose time is over. */
export const tokenExpired = createAction('session/tokenExpired');

/** Slice `connection`: the state of the live channel (spec 4). */
export const connectionSlice = createSlice({
  name: 'connection',
  initialState: (): ConnectionState => 'Disconnected',
  reducers: {
    changed: (_, { payload }: PayloadAction<ConnectionState>) => payload,
  },
  selectors: { selectConnection: (state) => state },
});

export const { changed: connectionChanged } = connectionSlice.actions;
export const { selectConnection } = connectionSlice.selectors;
