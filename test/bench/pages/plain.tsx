import { useLayoutEffect, useRef } from 'react';
import type { ChatMessage } from '../../stand-in/state/conversations';
import { Bubble, renderPage } from './react';

/** Renders a row for each message and stays scrolled to the bottom. */
function List({ messages }: { messages: ChatMessage[] }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [messages]);
  return (
    <div ref={list} role="log" className="list">
      {messages.map((message, index) => (
        <Bubble key={index} message={message} />
      ))}
    </div>
  );
}

renderPage(List);
