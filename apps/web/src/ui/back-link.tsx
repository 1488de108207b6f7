import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';
import css from './back-link.module.css';

interface BackLinkProps {
  /** The list that the page belongs to. */
  readonly to: string;
  readonly children: ReactNode;
}

/** The way back from one thing to the list of them, above its title. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <AppLink to={to} className={css.back}>
      <IconChevronLeft size={16} aria-hidden="true" /> {children}
    </AppLink>
  );
}
