import { useLayoutEffect, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';
import type { ChatMessage } from '../../stand-in/state/conversations';
import { Bubble, renderPage } from './react';

function List({ messages }: { messages: ChatMessage[] }) {
  const list = useRef<VListHandle>(null);
  useLayoutEffect(() => {
    list.current?.scrollToIndex(messages.length - 1, { align: 'end' });
  }, [messages]);
  return (
    <VList ref={list} data={messages} role="log" className="list">
      {(message, index) => <Bubble key={index} message={message} />}
    </VList>
  );
}

renderPage(List);
