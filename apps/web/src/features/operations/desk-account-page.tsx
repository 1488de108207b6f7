import { useParams } from '@tanstack/react-router';
import type { DeskAccount } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDecide } from '../../lib/may-read.ts';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { AccountSwitch } from './account-switch.tsx';
import { OrdersSection, PositionsSection, TricksSection } from './desk-account-lists.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';

/** One account as the desk sees it, and its switch. */
export function OpsDeskAccountPage() {
  const id = routeId(useParams({ strict: false }).userId);
  return id === undefined ? <NoSuchAccount /> : <AccountLoader key={id} id={id} />;
}

function AccountLoader({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const state = useCall('opsdeskaccount', { userId: id });
  if (state.error?.is('NOT_FOUND')) return <NoSuchAccount />;
  return (
    <div className={layout.stack}>
      {state.data ? null : <PageHead title={t('desk.account.title')} crumb={<BackToDesk />} />}
      <Loaded
        state={state}
        failed={t('desk.account.failed')}
        skeleton={<PageSkeleton label={t('desk.account.loading')} main={[160, 240]} side={[200]} />}
      >
        {({ account }) => <AccountView account={account} />}
      </Loaded>
    </div>
  );
}

function BackToDesk() {
  const { t } = useTranslation();
  return <BackLink to="/ops/desk">{t('desk.title')}</BackLink>;
}

function NoSuchAccount() {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead title={t('desk.account.title')} crumb={<BackToDesk />} />
      <div className={layout.box}>
        <Empty title={t('operations.users.missing')} text={t('desk.account.missingText')} />
      </div>
    </div>
  );
}

function AccountView({ account }: { readonly account: DeskAccount }) {
  const { t } = useTranslation();
  const { deskSwitch } = account;
  return (
    <>
      <PageHead
        title={account.fullName}
        crumb={<BackToDesk />}
        lead={account.emailMasked}
        actions={account.maySwitch && mayDecide('Desk') ? <SwitchButton account={account} /> : null}
      />
      {deskSwitch === undefined ? null : (
        <p className={css.warning} role="status">
          {t('desk.account.isSet')} <Moment at={deskSwitch.setAt} wall /> · {deskSwitch.reason}
        </p>
      )}
      <div className={layout.columns}>
        <div className={layout.stack}>
          <TricksSection account={account} />
          <OrdersSection account={account} />
          <PositionsSection account={account} />
        </div>
        <div className={layout.stack}>
          <About account={account} />
        </div>
      </div>
    </>
  );
}

function SwitchButton({ account }: { readonly account: DeskAccount }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  const verb = t(account.deskSwitch === undefined ? 'desk.account.stop' : 'desk.account.lift');
  return (
    <>
      <Button look="quiet" onClick={() => setOpened(true)}>
        {verb}
      </Button>
      <DetailDrawer opened={opened} onClose={close} title={verb}>
        {opened ? <AccountSwitch account={account} onDone={close} /> : null}
      </DetailDrawer>
    </>
  );
}

function About({ account }: { readonly account: DeskAccount }) {
  const { t } = useTranslation();
  const { ownSwitch, brokers, isBlocked } = account;
  return (
    <Section title={t('operations.users.about')}>
      <FactRows
        rows={[
          [t('operations.users.id'), account.userId],
          [t('operations.users.mobile'), <bdi key="mobile">{account.mobileMasked}</bdi>],
          [t('desk.account.blocked'), t(isBlocked ? 'operations.yes' : 'operations.no')],
          [t('desk.account.ownSwitch'), ownSwitch?.reason ?? t('operations.no')],
          ...brokers.map(
            (link) =>
              [
                t('desk.account.broker', { code: link.clientCodeMasked }),
                <span key={link.brokerId}>
                  {t(`desk.sessions.${link.status}`)} <Moment at={link.tokenExpiresAt} wall />
                </span>,
              ] as const,
          ),
        ]}
      />
      {brokers.length === 0 ? <p className={css.none}>{t('desk.account.noBroker')}</p> : null}
    </Section>
  );
}
