import { useId } from 'react';
import css from './progress.module.css';

interface ProgressProps {
  /** What is under way and how far, in a sentence. */
  readonly text: string;
  readonly done: number;
  readonly total: number;
}

/** Work that goes on by itself: what it is, and a bar of how much is done. */
export function Progress({ text, done, total }: ProgressProps) {
  const id = useId();
  return (
    <div className={css.box}>
      <p id={id}>{text}</p>
      <progress className={css.bar} value={done} max={total} aria-labelledby={id} />
    </div>
  );
}
