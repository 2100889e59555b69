/** The effect of an input. */
export interface Movement {
  /** Distance that the rows moved down in all, in px. */
  distance: number;
  /** Sum of the `deltaY` of all `wheel` events. Coalescing does not change the sum. */
  delta: number;
  /** Frames in which the rows did not cover the viewport, moved back, or were all replaced. */
  faults: string[];
}

declare global {
  interface Window {
    /** The movement since the last call of `watchScrolling`, and the number of frames. */
    watched?: Movement & { frames: number };
  }
}

/** Watches the list's rows in every frame from now on, as `window.watched`. Runs in the page. */
export function watchScrolling(): void {
  const list = document.querySelector('[role=log]');
  if (!list) throw new Error('There is no list.');
  const watched = { distance: 0, delta: 0, faults: [] as string[], frames: 0 };
  window.watched = watched;
  addEventListener('wheel', ({ deltaY }) => (watched.delta += deltaY), { passive: true });
  let tops = new Map<Element, number>();
  const check = () => {
    if (window.watched !== watched) return;
    const view = list.getBoundingClientRect();
    const rows = [...list.querySelectorAll('[role=article]')].map(
      (row) => [row, row.getBoundingClientRect()] as const,
    );
    const visible = rows.filter(([, { top, bottom }]) => bottom >= view.top && top <= view.bottom);
    const edges = visible.flatMap(([, { top, bottom }]) => [top, bottom]);
    // Between two rows; a day heading is 60 pixels high.
    [view.top, ...edges, view.bottom].forEach((edge, index, all) => {
      const blank = (all[index + 1] ?? edge) - edge;
      if (index % 2 === 0 && blank > 60) watched.faults.push(`${Math.round(blank)} px blank`);
    });
    const [kept] = rows.filter(([row]) => tops.has(row));
    if (!kept && tops.size > 0) watched.faults.push('no row of the previous frame remains');
    const distance = kept ? kept[1].top - (tops.get(kept[0]) ?? 0) : 0;
    watched.distance += distance;
    // Less than a pixel may be the end of an earlier animation.
    const direction = Math.abs(watched.distance) > 1 ? Math.sign(watched.distance) : 0;
    for (const [row, { top }] of visible) {
      const moved = top - (tops.get(row) ?? top);
      if (moved * direction < -1) watched.faults.push(`${moved} px back`);
    }
    watched.frames += 1;
    tops = new Map(rows.map(([row, { top }]) => [row, top]));
    // After the layout of the frame and the page's own observers, which may still move the rows.
    requestAnimationFrame(() => {
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        check();
      });
      observer.observe(list);
    });
  };
  // At once: the first frame may already move.
  check();
}
