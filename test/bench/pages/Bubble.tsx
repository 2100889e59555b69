import { memo } from 'react';
import type { ChatMessage } from '../../stand-in/state/message';
import { customerId } from './pageParameters';

/** A message with its text and time; own messages are on the right. */
export const Bubble = memo(function Bubble({ message }: { message: ChatMessage }) {
  const { fromUserId, text, timestamp } = message;
  return (
    <div className={fromUserId === customerId ? 'row own' : 'row'}>
      <div className="bubble">
        <p>{text}</p>
        <time>{timestamp.slice(11, 16)}</time>
      </div>
    </div>
  );
});
