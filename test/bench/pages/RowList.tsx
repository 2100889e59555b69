import { useLayoutEffect, useRef } from 'react';
import type { ChatMessage } from '../../provider/message';
import { Bubble } from './Bubble';

interface Props {
  messages: ChatMessage[];
  /** The place of the first of them in the conversation. */
  from?: number;
}

/** All of these messages as rows of the document. */
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
