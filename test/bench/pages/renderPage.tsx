import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ChatMessage } from '../../stand-in/state/message';
import { fetchHistory } from './fetchHistory';
import { rootElement } from './rootElement';

interface Props {
  /** Renders the messages, scrolled to the bottom. */
  List: ComponentType<{ messages: ChatMessage[] }>;
}

/** An input with local state, so a key press renders nothing else. */
function Input(): ReactNode {
  const [text, setText] = useState('');
  return <textarea rows={1} value={text} onChange={({ target }) => setText(target.value)} />;
}

function Page({ List }: Props): ReactNode {
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
export function renderPage(List: Props['List']): void {
  createRoot(rootElement()).render(<Page List={List} />);
}
