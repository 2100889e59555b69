import { useEffect, useEffectEvent } from 'react';

type Listeners = {
  [Type in keyof WindowEventMap]?: (event: WindowEventMap[Type]) => void;
};

/** Listens to events of `window` while `isActive`. Events of the document bubble to it. */
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
