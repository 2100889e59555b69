import { createAction } from '@reduxjs/toolkit';
import type { Message } from '../contract/message';

/* Defined below `session` and `chat`. The prefix of a type names what the event is about. */

/** The session has begun, or the page is back: the middleware connects, unless it is connected. */
export const chatOpened = createAction('session/chatOpened');
/** The session or the page ends: the middleware disconnects. */
export const chatClosed = createAction('session/chatClosed');

/** The provider has accepted the POST of this message. */
export const messageAccepted = createAction<Message>('chat/messageAccepted');
/** The customer typed. The middleware stops this action, so that no keystroke is recorded. */
export const keystrokeTyped = createAction('chat/keystrokeTyped');
/** The customer pressed the strip's button. */
export const retryRequested = createAction('chat/retryRequested');

/** The hub delivered these messages within one frame. */
export const messagesReceived = createAction<{ userId: number; messages: Message[] }>(
  'hub/messagesReceived',
);
/** The server has subscribed this connection, as its first invocation or completion proves. */
export const connectionSubscribed = createAction('hub/connectionSubscribed');
