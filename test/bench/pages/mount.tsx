import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ChatMessage } from '../../provider/message';
import { fetchHistory, rootElement } from './provider';

interface Props {
  /** Draws the list of messages, scrolled to its bottom. */
  List: ComponentType<{ messages: ChatMessage[] }>;
}

/** An input that keeps its text to itself: nothing else is drawn for a keystroke. */
function Input(): ReactNode {
  const [text, setText] = useState('');
  return <textarea rows={1} value={text} onChange={({ target }) => setText(target.value)} />;
}

function Page({ List }: Props): ReactNode {
  const [messages, setMessages] = useState<ChatMessage[]>([]);
  useEffect(() => {
    window.feed = (message) => setMessages((before) => [...before, message]);
    void fetchHistory().then(setMessages);
  }, []);
  return (
    <div className="screen">
      <List messages={messages} />
      <Input />
    </div>
  );
}

/** Draws a page with a list of messages, the history and then what `window.feed` is given. */
export function mount(List: Props['List']): void {
  createRoot(rootElement()).render(<Page List={List} />);
}
