import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to what opened a panel, where it still stands when the panel closes or goes. The drawers of the
 * library do so only where they were there, closed, before they opened: not where they come with their first opening.
 */
export function useFocusBack(opened: boolean): void {
  const opener = useRef<Element>(null);
  // Before the panel takes the focus, which it does in a task of its own.
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement;
  }, [opened]);
  // Not as a layout effect: while it changes the page, React puts the focus back to where it was.
  useEffect(() => {
    if (!opened) return;
    return () => {
      const { current } = opener;
      if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
    };
  }, [opened]);
}
