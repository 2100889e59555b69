import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useServices } from '../../app/hooks';
import type { Entry } from '../../messages/merge/entry';
import { useWindowEvents } from '../../ui/useWindowEvents';

/** Rows of the first paint, and of the next one: 60, or as many of 45 px as fill three windows. */
export const FIRST_ROWS = 20;
const initialRows = () => Math.max(60, Math.ceil((3 * innerHeight) / 45));
/** Rows added at a time. */
const MORE_ROWS = 200;

/** Returns whether a key opens the browser's search. A Cyrillic layout has another letter on the F. */
const opensSearch = ({ key, code, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) =>
  key === 'F3' ||
  ((code === 'KeyF' || key.toLowerCase() === 'f') && (ctrlKey || metaKey) && !altKey);

/** Returns the key of the row that has the focus; NaN if none has it. */
const getFocusedKey = () =>
  Number(document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset.key);

/**
 * Returns which rows to render. At first they are the last ones, and `addRows` adds more. A search, a
 * print, a selection and `showAll` render all rows, until `showLast` is called.
 * @param entries a new array whenever messages change
 * @param isReady false until there is something to show
 * @param isSelected returns whether a part of the list is selected
 * @returns `start`: the index of the first row; `isWhole`: whether all rows are rendered; `addRows`:
 *   undefined if there are no more rows, or if only the rows of the first paint are rendered
 */
export function useRowWindow(entries: Entry[], isReady: boolean, isSelected: () => boolean) {
  const { nextFrame } = useServices();
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    // `useDeferredValue` is not enough: React can render its value before the first paint.
    if (isReady) nextFrame(() => startTransition(() => setPainted(true)));
  }, [isReady, nextFrame]);
  const initial = isPainted ? initialRows() : FIRST_ROWS;
  const [extra, setExtra] = useState({ entries, rows: 0 });
  const beforePrint = useRef(extra);
  const isWhole = extra.rows === Infinity;
  if (!isWhole && extra.entries !== entries) {
    // The removal of a focused row would move the focus to the body.
    const focusedKey = getFocusedKey();
    const focused = entries.findIndex(({ key }) => key === focusedKey);
    const rows = focused < 0 ? 0 : Math.max(0, entries.length - initial - focused);
    setExtra({ entries, rows });
  }
  const showAll = () => flushSync(() => setExtra({ entries, rows: Infinity }));
  const selectionChanged = useEffectEvent(() => {
    if (!isWhole && isSelected()) setExtra({ entries, rows: Infinity });
  });
  useEffect(() => {
    // `selectionchange` does not bubble to `window`.
    document.addEventListener('selectionchange', selectionChanged);
    return () => document.removeEventListener('selectionchange', selectionChanged);
  }, []);
  useWindowEvents({
    keydown: (event) => {
      if (opensSearch(event)) showAll();
    },
    beforeprint: () => {
      beforePrint.current = extra;
      showAll();
    },
    afterprint: () => setExtra(beforePrint.current),
  });
  const start = Math.max(0, entries.length - initial - extra.rows);
  const addRows = () => setExtra({ entries, rows: extra.rows + MORE_ROWS });
  return {
    start,
    isWhole,
    showAll,
    // The first paint has few rows, so its viewport is always near the first row.
    addRows: start > 0 && initial > FIRST_ROWS ? addRows : undefined,
    // The array differs from `entries`, so the next render starts over.
    showLast: () => setExtra({ entries: [], rows: 0 }),
  };
}
