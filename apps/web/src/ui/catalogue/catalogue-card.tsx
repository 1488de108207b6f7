import type { ReactNode } from 'react';
import { AppLink } from '../app-link.tsx';
import css from './catalogue.module.css';

interface CatalogueCardProps {
  readonly name: string;
  /** Where it leads, wherever it is clicked. */
  readonly to: string;
  /** Beside the name. */
  readonly tags: ReactNode;
  readonly summary: string;
  readonly facts: ReactNode;
  readonly children: ReactNode;
}

/** One thing of a catalogue. */
export function CatalogueCard({ name, to, tags, summary, facts, children }: CatalogueCardProps) {
  return (
    <article className={css.card}>
      <header className={css.head}>
        <h2 className={css.title}>
          <AppLink to={to} className={css.cover}>
            {name}
          </AppLink>
        </h2>
        {tags}
      </header>
      <p className={css.summary}>{summary}</p>
      {facts}
      {children}
    </article>
  );
}

/** At the lower edge of a card: its figures, and what they rest on. */
export function CardFoot({ basis, children }: { readonly basis: string | undefined; readonly children: ReactNode }) {
  return (
    <div className={css.foot}>
      {children}
      <p className={css.basis}>{basis}</p>
    </div>
  );
}

/** In the place of figures: why there are none. */
export function NoFigures({ children }: { readonly children: string }) {
  return <p className={`${css.foot} ${css.pending}`}>{children}</p>;
}
