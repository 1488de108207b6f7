import { type ReactNode, useId } from 'react';
import css from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** At the end of the head: a link or a switch. */
  readonly aside?: ReactNode;
  /** The content reaches the border (a table or a list of rows). */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A bordered part of a page with its own title. */
export function Section({ title, note, aside, flush = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={`${css.section} ${flush ? css.flush : ''}`} aria-labelledby={id}>
      <div className={css.head}>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {note ? <span className={css.note}>{note}</span> : null}
        {aside ? <div className={css.aside}>{aside}</div> : null}
      </div>
      {children}
    </section>
  );
}
