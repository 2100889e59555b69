import type { ChatMessage } from '../../stand-in/state/message';
import { renderPage } from './renderPage';
import { RowList } from './RowList';

/** Maximum rows rendered. */
const MAX_ROWS = 100;

function List({ messages }: { messages: ChatMessage[] }) {
  const from = Math.max(0, messages.length - MAX_ROWS);
  return <RowList messages={messages.slice(-MAX_ROWS)} from={from} />;
}

renderPage(List);
