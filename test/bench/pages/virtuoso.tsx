import { Virtuoso } from 'react-virtuoso';
import type { ChatMessage } from '../../provider/message';
import { Bubble } from './Bubble';
import { mount } from './mount';

function List({ messages }: { messages: ChatMessage[] }) {
  // It begins at the bottom of what it is given first.
  if (messages.length === 0) return <div role="log" className="list" />;
  return (
    <Virtuoso
      className="list"
      role="log"
      data={messages}
      initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
      // Even so it loses the bottom where messages come faster than it scrolls.
      followOutput={() => 'auto'}
      itemContent={(_, message) => <Bubble message={message} />}
    />
  );
}

mount(List);
