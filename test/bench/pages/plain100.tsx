import type { ChatMessage } from '../../provider/message';
import { mount } from './mount';
import { RowList } from './RowList';

const SHOWN = 100;

function List({ messages }: { messages: ChatMessage[] }) {
  return <RowList messages={messages.slice(-SHOWN)} from={Math.max(0, messages.length - SHOWN)} />;
}

mount(List);
