import { createAction } from '@reduxjs/toolkit';
import type { Message } from '../conversation/message';

/** The signed-in user's chat is open: the middleware connects, unless a connection is open. */
export const chatOpened = createAction('hub/chatOpened');
/** The page is left, or the session ends: the middleware disconnects. */
export const chatClosed = createAction('hub/chatClosed');
/** The provider has accepted the POST of this message. */
export const messageSent = createAction<Message>('hub/messageSent');
/** The customer typed. The middleware stops this action, so that no keystroke is recorded. */
export const keystrokeTyped = createAction('hub/keystrokeTyped');

/** The customer asked for a connection: the middleware retries now. */
export const reconnectRequested = createAction('hub/reconnectRequested');

/** The hub delivered these messages within one frame. */
export const messagesReceived = createAction<{ userId: number; messages: Message[] }>(
  'hub/messagesReceived',
);
/**
 * The first invocation or completion has arrived, so the server has subscribed this connection.
 * Messages that were published between Connected and the subscription are only in the history.
 */
export const connectionServed = createAction('hub/connectionServed');
