import { useEffect, useEffectEvent } from 'react';

/** Returns whether a key press opens the browser's search in the page. */
const opensSearch = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key === 'F3' || (key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey);

interface Handlers {
  /** Renders all rows. */
  showAll: () => void;
  /** Renders the rows from before `showAll` again. */
  restore: () => void;
}

/**
 * Renders all rows before the browser searches the page or prints it, because both see only what is
 * rendered. After printing, the list is as it was before.
 */
export function useWholeList({ showAll, restore }: Handlers): void {
  const onSearch = useEffectEvent(showAll);
  const onPrint = useEffectEvent(showAll);
  const onPrinted = useEffectEvent(restore);
  useEffect(() => {
    const keyPressed = (event: KeyboardEvent) => {
      if (opensSearch(event)) onSearch();
    };
    const print = () => onPrint();
    const printed = () => onPrinted();
    document.addEventListener('keydown', keyPressed);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', printed);
    return () => {
      document.removeEventListener('keydown', keyPressed);
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', printed);
    };
  }, []);
}
