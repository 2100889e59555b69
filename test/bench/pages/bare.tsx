import { useLayoutEffect, useRef } from 'react';
import { renderApp, Row, type List } from './app';

/** Renders a row for each message. Scrolls smoothly to a new message. */
const ReversedList: List = ({ messages }) => {
  const ref = useRef<HTMLDivElement>(null);
  const count = useRef(0);
  useLayoutEffect(() => {
    const list = ref.current;
    const row = list?.firstElementChild?.lastElementChild as HTMLElement | null;
    if (list && row && count.current > 0) {
      list.scrollTop -= row.offsetHeight;
      list.scrollTo({ top: 0, behavior: 'smooth' });
    }
    count.current = messages.length;
  }, [messages]);
  return (
    <div ref={ref} role="log" className="list reversed">
      <div>
        {messages.map((message, index) => (
          <Row key={index} message={message} />
        ))}
      </div>
    </div>
  );
};

renderApp(ReversedList);
