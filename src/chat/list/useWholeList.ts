import { useEffect, useEffectEvent, useRef } from 'react';
import type { RowWindow } from './rowWindow';

/** Returns whether a key press opens the browser's search in the page. */
const opensSearch = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key === 'F3' || (key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey);

interface Handlers {
  /** Renders all rows. */
  showAll: () => void;
  /** Renders the rows from before printing again. */
  restore: (before: RowWindow) => void;
}

/**
 * Renders all rows before the browser searches the page or prints it, because both see only what is
 * rendered. After printing, the list is as it was before.
 */
export function useWholeList(rows: RowWindow, handlers: Handlers): void {
  const before = useRef(rows);
  const search = useEffectEvent((event: KeyboardEvent) => {
    if (opensSearch(event)) handlers.showAll();
  });
  const print = useEffectEvent(() => {
    before.current = rows;
    handlers.showAll();
  });
  const printed = useEffectEvent(() => handlers.restore(before.current));
  useEffect(() => {
    const keyPressed = (event: KeyboardEvent) => search(event);
    const beforePrint = () => print();
    const afterPrint = () => printed();
    document.addEventListener('keydown', keyPressed);
    window.addEventListener('beforeprint', beforePrint);
    window.addEventListener('afterprint', afterPrint);
    return () => {
      document.removeEventListener('keydown', keyPressed);
      window.removeEventListener('beforeprint', beforePrint);
      window.removeEventListener('afterprint', afterPrint);
    };
  }, []);
}
