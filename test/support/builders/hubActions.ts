import type { Message } from '../../../src/conversation/message';
import { messagesReceived } from '../../../src/realtime/hubActions';

/** The action with which the hub delivers messages to user 7. */
export const receivedByUser7 = (...messages: Message[]) =>
  messagesReceived({ userId: 7, messages });
