import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayRead } from '../../lib/may-read.ts';
import { Logo } from '../../ui/logo.tsx';
import { ALL_PAGES, groupsFor, type ShellPage } from './pages.ts';
import css from './shell.module.css';

interface MenuProps {
  readonly collapsed: boolean;
  readonly onCollapse: () => void;
  /** A page was chosen: a menu that lies over the page closes. */
  readonly onChosen: () => void;
}

export function Menu({ collapsed, onCollapse, onChosen }: MenuProps) {
  const { t } = useTranslation();
  const Fold = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className={css.menu} id="menu" aria-label={t('nav.label')}>
      <Link to="/" className={css.brand} onClick={onChosen} aria-label={t('common.productName')}>
        <Logo />
        <span className={css.label}>{t('common.productName')}</span>
      </Link>
      {groupsFor(mayRead).map((group) => (
        <div key={group.pages[0]?.path}>
          {group.name ? <p className={css.group}>{t(`nav.${group.name}`)}</p> : null}
          <ul className={css.items}>
            {group.pages.map((page) => (
              <MenuItem key={page.path} page={page} collapsed={collapsed} onChosen={onChosen} />
            ))}
          </ul>
        </div>
      ))}
      <button type="button" className={`${css.item} ${css.collapse}`} onClick={onCollapse} aria-pressed={collapsed}>
        <Fold size={20} aria-hidden="true" />
        <span className={css.label}>{collapsed ? t('shell.expand') : t('shell.collapse')}</span>
      </button>
    </nav>
  );
}

/** Whether another page's address begins with this one: then only the page itself is the current one. */
const isStem = (path: string): boolean => ALL_PAGES.some((other) => other.path !== path && other.path.startsWith(path));

interface MenuItemProps {
  readonly page: ShellPage;
  readonly collapsed: boolean;
  readonly onChosen: () => void;
}

function MenuItem({ page, collapsed, onChosen }: MenuItemProps) {
  const { t } = useTranslation();
  const name = t(`nav.${page.name}`);
  const isOnTab = useRouterState({
    select: ({ location }) => page.tabs?.some(({ path }) => location.pathname === path) ?? false,
  });
  return (
    <li>
      <Link
        to={page.path}
        className={css.item}
        // The router marks the tab that it leads to; on the others it is the current entry, too.
        {...(isOnTab ? { 'aria-current': 'page' as const, 'data-status': 'active' } : {})}
        activeOptions={{ exact: isStem(page.path), includeSearch: false }}
        onClick={onChosen}
        {...(collapsed ? { title: name } : {})}
      >
        <page.icon size={20} aria-hidden="true" />
        <span className={css.label}>{name}</span>
      </Link>
    </li>
  );
}
