import { Virtuoso } from 'react-virtuoso';
import type { ChatMessage } from '../../stand-in/state/message';
import { Bubble } from './Bubble';
import { renderPage } from './renderPage';

function List({ messages }: { messages: ChatMessage[] }) {
  // initialTopMostItemIndex applies to the first data only, so render it once there are messages.
  if (messages.length === 0) return <div role="log" className="list" />;
  return (
    <Virtuoso
      className="list"
      role="log"
      data={messages}
      initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
      // 'auto' jumps to the bottom. It still loses the bottom when messages come faster than it scrolls.
      followOutput={() => 'auto'}
      itemContent={(_, message) => <Bubble message={message} />}
    />
  );
}

renderPage(List);
