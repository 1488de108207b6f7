import { useEffect, useRef } from 'react';
import { AppLink } from './app-link.tsx';
import css from './link-tabs.module.css';

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly current: boolean }[];
}

/** Tabs that are addresses: each can be opened in a tab of the browser, and going back works. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const row = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.to;
  // On a phone the row is wider than the screen: the current one must not lie outside.
  useEffect(() => {
    if (current === undefined) return;
    row.current?.querySelector('[data-current="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav className={css.tabs} aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <span key={tab.to} className={css.tab} data-current={tab.current}>
          <AppLink to={tab.to} className={css.link}>
            {tab.label}
          </AppLink>
        </span>
      ))}
    </nav>
  );
}
