import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { PAGE_KEYS } from './pages.ts';

const SECOND_KEY_MS = 1_200;

interface KeyActions {
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

/** Whether keys belong to what has the focus: a field, a text, an open menu. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="menu"]') !== null
  );
}

/** Ctrl K, `/`, `?`, and `g` with the letter of a page. */
export function useKeys({ onPalette, onHelp }: KeyActions): void {
  const router = useRouter();
  const goUntil = useRef(0);

  const plainKey = useEffectEvent((event: KeyboardEvent) => {
    const page = event.timeStamp < goUntil.current ? PAGE_KEYS.find(({ key }) => key === event.key) : undefined;
    goUntil.current = event.key === 'g' ? event.timeStamp + SECOND_KEY_MS : 0;
    const search = event.key === '/' ? document.querySelector<HTMLElement>('[data-list-search]') : null;
    if (page) router.history.push(page.path);
    else if (event.key === '?') onHelp();
    else if (search) search.focus();
    else return;
    event.preventDefault();
  });

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      onPalette();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
      plainKey(event);
    }
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
