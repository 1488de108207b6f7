import type { ReactNode } from 'react';
import css from './state-dot.module.css';

export type StateTone = 'good' | 'busy' | 'bad' | 'quiet';

interface StateDotProps {
  readonly tone: StateTone;
  /** Why it is so, on hover. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A state in one word behind a dot; the word says it, the colour only helps. */
export function StateDot({ tone, title, children }: StateDotProps) {
  return (
    <span className={css.state} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
