import { Navigate, notFound, Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayRead } from '../../lib/may-read.ts';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import {
  BILLING_PAGES,
  HOLDING_PAGES,
  OPERATION_PAGES,
  PROFILE_PAGES,
  pagesFor,
  type ShellPage,
  TEAM_PAGES,
  WALLET_PAGES,
} from '../shell/pages.ts';
import css from './page-tabs.module.css';

/** Everything that a person sets about themselves, in tabs above the page. */
export function ProfileTabs() {
  const { t } = useTranslation();
  return <PageTabs label={t('nav.profile')} pages={PROFILE_PAGES} />;
}

/** What is held at the broker, and what was sold. */
export function HoldingsTabs() {
  const { t } = useTranslation();
  return <PageTabs label={t('nav.holdings')} pages={HOLDING_PAGES} />;
}

/** Plans, live trading and invoices. */
export function BillingTabs() {
  const { t } = useTranslation();
  return <PageTabs label={t('nav.subscription')} pages={BILLING_PAGES} />;
}

/** What the wallet holds, and what has gone to the bank. */
export function WalletTabs() {
  const { t } = useTranslation();
  return <PageTabs label={t('nav.wallet')} pages={WALLET_PAGES} />;
}

/** What operators decide on, as far as this one may look. For somebody who is none there is no such page. */
export function OperationTabs() {
  const { t } = useTranslation();
  const pages = pagesFor(OPERATION_PAGES, mayRead);
  if (pages.length === 0) throw notFound();
  return <PageTabs label={t('nav.operations')} pages={pages} />;
}

/** `/ops` is the first of them. */
export function OpsFirstPage() {
  const [first] = pagesFor(OPERATION_PAGES, mayRead);
  return first ? <Navigate to={first.path} replace /> : null;
}

/** Whom one invited, and what it brought. */
export function TeamTabs() {
  const { t } = useTranslation();
  return <PageTabs label={t('nav.team')} pages={TEAM_PAGES} />;
}

function PageTabs({ label, pages }: { readonly label: string; readonly pages: readonly ShellPage[] }) {
  const { t } = useTranslation();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  // The page of a single thing lies below its list; of two tabs that it lies below, the nearer one.
  const above = pages.map(({ path }) => path).filter((path) => here === path || here.startsWith(`${path}/`));
  const current = above.toSorted((a, b) => b.length - a.length)[0];
  return (
    <>
      <div className={css.tabs}>
        <LinkTabs
          label={label}
          tabs={pages.map(({ path, name }) => ({ to: path, label: t(`nav.${name}`), current: path === current }))}
        />
      </div>
      <Outlet />
    </>
  );
}
