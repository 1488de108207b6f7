import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { PersonButton } from './person-button.tsx';

const PersonMenu = lazy(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }));

/** The person's menu: its button at once; what opens is a third of the shell's code and comes when there is time for it. */
export function Person({ onLogOut }: { readonly onLogOut: () => void }) {
  const [isDue, setDue] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [isFocused, setFocused] = useState(false);
  // A transition: the button stays until the menu can take its place.
  useEffect(() => whenIdle(() => startTransition(() => setDue(true))), []);
  const button = (
    <PersonButton
      aria-haspopup="menu"
      aria-expanded={false}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={() => {
        setWanted(true);
        startTransition(() => setDue(true));
      }}
    />
  );
  if (!isDue) return button;
  return (
    <Suspense fallback={button}>
      <PersonMenu onLogOut={onLogOut} startsOpen={isWanted} takesFocus={isFocused} />
    </Suspense>
  );
}
