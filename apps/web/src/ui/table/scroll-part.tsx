import type { ReactNode } from 'react';
import css from './parts-table.module.css';

interface ScrollPartProps {
  /** What is in it. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A table that is wider than a phone: it moves in its own frame, and the keyboard reaches it. */
export function ScrollPart({ label, children }: ScrollPartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
