import { useEffect, useEffectEvent } from 'react';

type Listeners = { [Type in keyof WindowEventMap]?: (event: WindowEventMap[Type]) => void };

/** Listens to events that reach `window`, while `isActive`. The types must not change. */
export function useWindowEvents(listeners: Listeners, isActive = true): void {
  const current = useEffectEvent(() => listeners as Record<string, (event: Event) => void>);
  useEffect(() => {
    if (!isActive) return undefined;
    const types = Object.keys(current());
    const onEvent = (event: Event) => current()[event.type]?.(event);
    for (const type of types) window.addEventListener(type, onEvent);
    return () => {
      for (const type of types) window.removeEventListener(type, onEvent);
    };
  }, [isActive]);
}
