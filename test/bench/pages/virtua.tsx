import { useLayoutEffect, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';
import type { ChatMessage } from '../../stand-in/state/message';
import { Bubble } from './Bubble';
import { renderPage } from './renderPage';

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
