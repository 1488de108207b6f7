import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';
import css from './button.module.css';

interface ButtonLinkProps {
  /** A path of this app, with its query. */
  readonly to: string;
  readonly look?: 'primary' | 'quiet';
  readonly small?: boolean;
  readonly children: ReactNode;
}

/** A link that is the one thing to do next: it looks like a button and stays a link. */
export function ButtonLink({ to, look = 'primary', small, children }: ButtonLinkProps) {
  const looks = [css.button, css.link, look === 'quiet' ? css.quiet : '', small ? css.small : ''];
  return (
    <AppLink to={to} className={looks.filter(Boolean).join(' ')}>
      {children}
    </AppLink>
  );
}
