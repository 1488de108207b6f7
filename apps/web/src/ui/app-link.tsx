import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface AppLinkProps {
  /** A path of this app, with its query: `/my-tricks/7?type=Test`. */
  readonly to: string;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** A real link that the router follows without loading the page anew; the next page's code is fetched on hover. */
export function AppLink({ to, className, label, children }: AppLinkProps) {
  const [path = '', query = ''] = to.split('?');
  return (
    <Link
      to={path}
      search={Object.fromEntries(new URLSearchParams(query))}
      preload="intent"
      {...(className ? { className } : {})}
      {...(label ? { 'aria-label': label } : {})}
    >
      {children}
    </Link>
  );
}
