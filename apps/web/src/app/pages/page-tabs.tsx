import { Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { BILLING_PAGES, PROFILE_PAGES, type ShellPage, TEAM_PAGES } from '../shell/pages.ts';
import css from './page-tabs.module.css';

/** Everything that a person sets about themselves, in tabs above the page. */
export function ProfileTabs() {
  const { t } = useTranslation();
  return <PageTabs label={t('nav.profile')} pages={PROFILE_PAGES} />;
}

/** Plans, live trading and invoices. */
export function BillingTabs() {
  const { t } = useTranslation();
  return <PageTabs label={t('nav.subscription')} pages={BILLING_PAGES} />;
}

/** Whom one invited, and what it brought. */
export function TeamTabs() {
  const { t } = useTranslation();
  return <PageTabs label={t('nav.team')} pages={TEAM_PAGES} />;
}

function PageTabs({ label, pages }: { readonly label: string; readonly pages: readonly ShellPage[] }) {
  const { t } = useTranslation();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <div className={css.tabs}>
        <LinkTabs
          label={label}
          tabs={pages.map(({ path, name }) => ({ to: path, label: t(`nav.${name}`), current: path === here }))}
        />
      </div>
      <Outlet />
    </>
  );
}
