import type { ReactNode } from 'react';
import css from './catalogue.module.css';

/** What holds for a whole list, above it. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return <div className={css.notice}>{children}</div>;
}
