import { useRef } from 'react';
import { useWindowEvents } from '../../ui/useWindowEvents';
import type { RowWindow } from './rowWindow';

/** Returns whether a key press opens the browser's search in the page. */
const opensSearch = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key === 'F3' || (key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey);

interface Handlers {
  showAll: () => void;
  restore: (before: RowWindow) => void;
}

/**
 * Renders all rows before the browser searches the page or prints it, because both see only what is
 * rendered. After printing, the list is as it was before.
 */
export function useWholeList(rows: RowWindow, { showAll, restore }: Handlers): void {
  const before = useRef(rows);
  useWindowEvents({
    keydown: (event) => {
      if (opensSearch(event)) showAll();
    },
    beforeprint: () => {
      before.current = rows;
      showAll();
    },
    afterprint: () => restore(before.current),
  });
}
