import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { VList, type VListHandle } from 'virtua';
import type { ChatMessage } from '../../stand-in/state/conversations';
import { fetchHistory, isOwn, subject } from './history';
import { renderVanilla } from './vanilla';

const Row = memo(function Row({ message }: { message: ChatMessage }) {
  return (
    <div className={isOwn(message) ? 'row own' : 'row'}>
      <div className="bubble">
        <p>{message.text}</p>
        <time>{message.timestamp.slice(11, 16)}</time>
      </div>
    </div>
  );
});

/** Renders a row for each message and stays scrolled to the bottom. */
function PlainList({ messages }: { messages: ChatMessage[] }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [messages]);
  return (
    <div ref={list} role="log" className="list">
      {messages.map((message, index) => (
        <Row key={index} message={message} />
      ))}
    </div>
  );
}

/** Renders the rows near the viewport and stays scrolled to the bottom. */
function VirtualList({ messages }: { messages: ChatMessage[] }) {
  const list = useRef<VListHandle>(null);
  useLayoutEffect(() => {
    list.current?.scrollToIndex(messages.length - 1, { align: 'end' });
  }, [messages]);
  return (
    <VList ref={list} data={messages} role="log" className="list">
      {(message, index) => <Row key={index} message={message} />}
    </VList>
  );
}

/** An input with local state, so a key press renders nothing else. */
function Input() {
  const [text, setText] = useState('');
  return <textarea value={text} onChange={({ target }) => setText(target.value)} />;
}

/** Renders the history, then the messages passed to `window.receiveMessage`. */
function Chat() {
  const [messages, setMessages] = useState<ChatMessage[]>([]);
  useEffect(() => {
    window.receiveMessage = (message) => setMessages((current) => [...current, message]);
    window.refetchHistory = () => void fetchHistory().then(setMessages);
    window.refetchHistory();
  }, []);
  const List = subject === 'virtua' ? VirtualList : PlainList;
  return (
    <div className="screen">
      <List messages={messages} />
      <Input />
    </div>
  );
}

const root = document.getElementById('root') ?? document.body;
if (subject === 'vanilla') renderVanilla(root);
else createRoot(root).render(<Chat />);
