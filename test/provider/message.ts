import { formatTime, type TimeFormat } from './time';

/** The id of the operator, to whom every customer writes. */
export const OPERATOR_ID = 1;

/** A message as it is stored and as it travels; the stored time is UTC without a zone. */
export interface ChatMessage {
  fromUserId: number;
  toUserId: number;
  text: string | null;
  imageUrl: string | null;
  timestamp: string;
}

/** What an operator says: a text, a picture, or both. */
export interface OperatorWords {
  text?: string | null | undefined;
  imageUrl?: string | null | undefined;
}

/** A stored message as it is answered or delivered. */
export function toWire(message: ChatMessage, format: TimeFormat): ChatMessage {
  return { ...message, timestamp: formatTime(message.timestamp, format) };
}
