import { useLayoutEffect, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';
import { renderApp, Row, type List } from './app';

/** Renders the rows near the viewport. Stays scrolled to the end. */
const VirtualList: List = ({ messages }) => {
  const list = useRef<VListHandle>(null);
  useLayoutEffect(() => {
    list.current?.scrollToIndex(messages.length - 1, { align: 'end' });
  }, [messages]);
  return (
    <VList ref={list} data={messages} role="log" className="list">
      {(message, index) => <Row key={index} message={message} />}
    </VList>
  );
};

renderApp(VirtualList);
