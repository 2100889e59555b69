import { useEffect, useEffectEvent } from 'react';

type Listeners = {
  [Type in keyof WindowEventMap]?: (event: WindowEventMap[Type]) => void;
};

/**
 * Calls the listener of each event that reaches `window`, bubbling events of the document included.
 * @param listeners by event type; the types stay the same
 * @param isActive whether to listen at all
 */
export function useWindowEvents(listeners: Listeners, isActive = true): void {
  const types = Object.keys(listeners).join(' ');
  const notify = useEffectEvent((event: Event) => {
    (listeners as Record<string, (event: Event) => void>)[event.type]?.(event);
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const onEvent = (event: Event) => notify(event);
    for (const type of types.split(' ')) window.addEventListener(type, onEvent);
    return () => {
      for (const type of types.split(' ')) window.removeEventListener(type, onEvent);
    };
  }, [types, isActive]);
}
