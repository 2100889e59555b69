import { formatTime, type TimeFormat } from './time';

/** The user id of the operator (S9). */
export const OPERATOR_ID = 1;

/** A message, stored and on the wire; the stored timestamp is UTC without a zone. */
export interface ChatMessage {
  fromUserId: number;
  toUserId: number;
  text: string | null;
  imageUrl: string | null;
  timestamp: string;
}

/** The content of an operator's message: a text, an image, or both. */
export interface MessageContent {
  text?: string | null | undefined;
  imageUrl?: string | null | undefined;
}

/** A stored message in the time format of the wire. */
export function toWire(message: ChatMessage, format: TimeFormat): ChatMessage {
  return { ...message, timestamp: formatTime(message.timestamp, format) };
}
