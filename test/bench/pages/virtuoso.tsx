import { useLayoutEffect, useRef } from 'react';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { ChatMessage } from '../../provider/message';
import { Bubble } from './Bubble';
import { mount } from './mount';

function List({ messages }: { messages: ChatMessage[] }) {
  const list = useRef<VirtuosoHandle>(null);
  // Its `followOutput` loses the bottom where messages come faster than it scrolls.
  useLayoutEffect(() => {
    list.current?.scrollToIndex({ index: 'LAST', align: 'end' });
  }, [messages]);
  // It begins at the bottom of what it is given first, and follows only from there.
  if (messages.length === 0) return <div role="log" className="list" />;
  return (
    <Virtuoso
      ref={list}
      className="list"
      role="log"
      data={messages}
      initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
      itemContent={(_, message) => <Bubble message={message} />}
    />
  );
}

mount(List);
