import { useRef } from 'react';
import { useWindowEvents } from '../../ui/useWindowEvents';
import type { RowWindow } from './rowWindow';

const opensSearch = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key === 'F3' || (key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey);

interface Handlers {
  showAll: () => void;
  restore: (before: RowWindow) => void;
}

/** Renders all rows before the browser searches or prints: both see only what is rendered. */
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
