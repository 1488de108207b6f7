import type { ReactNode } from 'react';
import css from './feedback.module.css';

interface EmptyProps {
  /** What would be here. */
  readonly title: string;
  /** Why it is empty. */
  readonly text: ReactNode;
  /** The one thing to do next. */
  readonly action?: ReactNode;
}

export function Empty({ title, text, action }: EmptyProps) {
  return (
    <div className={css.box}>
      <p className={css.title}>{title}</p>
      <p className={css.text}>{text}</p>
      {action ? <div className={css.action}>{action}</div> : null}
    </div>
  );
}
