import { memo, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ChatMessage } from '../../stand-in/state/conversations';
import { customerId, fetchHistory, rootElement } from './page';

/** A message with its text and time; own messages are on the right. */
export const Bubble = memo(function Bubble({ message }: { message: ChatMessage }) {
  const { fromUserId, text, timestamp } = message;
  return (
    <div className={fromUserId === customerId ? 'row own' : 'row'}>
      <div className="bubble">
        <p>{text}</p>
        <time>{timestamp.slice(11, 16)}</time>
      </div>
    </div>
  );
});

/** An input with local state, so a key press renders nothing else. */
function Input(): ReactNode {
  const [text, setText] = useState('');
  return <textarea rows={1} value={text} onChange={({ target }) => setText(target.value)} />;
}

/** Renders the messages, scrolled to the bottom. */
type List = ComponentType<{ messages: ChatMessage[] }>;

function Page({ List }: { List: List }): ReactNode {
  const [messages, setMessages] = useState<ChatMessage[]>([]);
  useEffect(() => {
    window.receiveMessage = (message) => setMessages((current) => [...current, message]);
    window.refetchHistory = () => void fetchHistory().then(setMessages);
    window.refetchHistory();
  }, []);
  return (
    <div className="screen">
      <List messages={messages} />
      <Input />
    </div>
  );
}

/** Renders a reference page: the history, then the messages passed to `window.receiveMessage`. */
export function renderPage(list: List): void {
  createRoot(rootElement()).render(<Page List={list} />);
}
