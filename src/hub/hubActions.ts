import { createAction } from '@reduxjs/toolkit';
import type { Message } from '../contract/message';

/** The hub delivered these messages within one frame. */
export const messagesReceived = createAction<{ userId: number; messages: Message[] }>(
  'hub/messagesReceived',
);
/** The hub has completed SendMessage, so it serves the connection. */
export const sendMessageCompleted = createAction('hub/sendMessageCompleted');
/** The customer typed. The middleware stops this action, so that no keystroke is recorded. */
export const keystrokeTyped = createAction('hub/keystrokeTyped');
/** The customer pressed the strip's button. */
export const retryRequested = createAction('hub/retryRequested');
