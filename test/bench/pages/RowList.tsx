import { useLayoutEffect, useRef } from 'react';
import type { ChatMessage } from '../../stand-in/state/message';
import { Bubble } from './Bubble';

interface Props {
  messages: ChatMessage[];
  /** Index of the first of these messages in the conversation. */
  from?: number;
}

/** Renders a row for each message and stays scrolled to the bottom. */
export function RowList({ messages, from = 0 }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [messages]);
  return (
    <div ref={list} role="log" className="list">
      {messages.map((message, index) => (
        <Bubble key={from + index} message={message} />
      ))}
    </div>
  );
}
