import { Suspense, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { later, SayGone } from '../../ui/feedback/later.tsx';
import { PersonButton } from './person-button.tsx';

const menu = () => import('./person-menu.tsx');
const PersonMenu = later(async () => (await menu()).PersonMenu, MenuGone);

/** The person's menu: its button at once; what opens is a third of the shell's code and comes when there is time for it. */
export function Person({ onLogOut }: { readonly onLogOut: () => void }) {
  const [isDue, setDue] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [isFocused, setFocused] = useState(false);
  // A button that went between press and release would be clicked by nobody.
  const [isPressed, setPressed] = useState(false);
  useEffect(
    () =>
      whenIdle(() => {
        menu().then(
          // A transition: the button stays until the menu can take its place.
          () => startTransition(() => setDue(true)),
          // Nobody asked for it yet; a click asks again.
          (error: unknown) => console.warn('the menu of the person has not come', error),
        );
      }),
    [],
  );
  const button = (
    <PersonButton
      aria-haspopup="menu"
      aria-expanded={false}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onPointerDown={() => setPressed(true)}
      onKeyDown={({ key }) => {
        if (key === ' ') setPressed(true);
      }}
      onClick={() => {
        setWanted(true);
        startTransition(() => {
          setDue(true);
          setPressed(false);
        });
      }}
    />
  );
  // Inside from the start: what a transition replaces stays until the menu is there, and no other button comes between.
  return (
    <Suspense fallback={button}>
      {isDue && !isPressed ? <PersonMenu onLogOut={onLogOut} startsOpen={isWanted} takesFocus={isFocused} /> : button}
    </Suspense>
  );
}

function MenuGone() {
  return (
    <>
      <SayGone />
      <PersonButton onClick={() => window.location.reload()} />
    </>
  );
}
