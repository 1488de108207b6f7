import { useParams } from '@tanstack/react-router';
import type { OpsUser } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { BankAccount } from '../../ui/bank-account.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Moment, MomentDay } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { UserDeeds } from './user-deeds.tsx';
import { SessionsSection, SignInsSection } from './user-sessions.tsx';
import { UserState } from './users-page.tsx';

/** One account with what support needs, and what can be done with it. */
export function OpsUserPage() {
  const id = routeId(useParams({ strict: false }).userId);
  return id === undefined ? <NoSuchUser /> : <UserLoader key={id} id={id} />;
}

function UserLoader({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const state = useCall('opsuser', { userId: id });
  if (state.error?.is('NOT_FOUND')) return <NoSuchUser />;
  return (
    <div className={layout.stack}>
      {state.data ? null : <PageHead title={t('operations.users.one')} crumb={<BackToUsers />} />}
      <Loaded
        state={state}
        failed={t('operations.users.failed')}
        skeleton={<PageSkeleton label={t('operations.users.loading')} main={[120, 240]} side={[200, 160]} />}
      >
        {({ user }) => <UserView user={user} />}
      </Loaded>
    </div>
  );
}

function BackToUsers() {
  const { t } = useTranslation();
  return <BackLink to="/ops/users">{t('operations.users.title')}</BackLink>;
}

function NoSuchUser() {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.users.one')} crumb={<BackToUsers />} />
      <div className={layout.box}>
        <Empty title={t('operations.users.missing')} text={t('operations.users.missingText')} />
      </div>
    </div>
  );
}

function UserView({ user }: { readonly user: OpsUser }) {
  const { t } = useTranslation();
  const { blockedAt, blockedBecause } = user;
  return (
    <>
      <PageHead
        title={user.fullName}
        crumb={<BackToUsers />}
        beside={<UserState user={user} />}
        lead={
          <>
            {user.email} <AppLink to={`/ops/acts?person=${user.userId}`}>{t('operations.users.acts')}</AppLink>
          </>
        }
        actions={<UserDeeds user={user} />}
      />
      {blockedAt === undefined ? null : (
        <p className={css.warning} role="status">
          {t('operations.users.blockedSince')} <Moment at={blockedAt} wall /> · {blockedBecause}
        </p>
      )}
      <div className={layout.columns}>
        <div className={layout.stack}>
          <Figures user={user} />
          <SessionsSection user={user} />
          <SignInsSection user={user} />
        </div>
        <div className={layout.stack}>
          <About user={user} />
          <Plans user={user} />
        </div>
      </div>
    </>
  );
}

function Figures({ user }: { readonly user: OpsUser }) {
  const { t } = useTranslation();
  const { mainPaise, rewardsPaise, heldPaise, running } = user;
  return (
    <Section title={t('operations.users.atStake')}>
      <FiguresStrip
        inColumns
        items={[
          { label: t('operations.users.wallets.main'), value: <Money paise={mainPaise} /> },
          { label: t('operations.users.wallets.rewards'), value: <Money paise={rewardsPaise} /> },
          { label: t('operations.users.wallets.held'), value: <Money paise={heldPaise} /> },
        ]}
      />
      <FiguresStrip
        inColumns
        items={[
          { label: t('operations.users.live'), value: count(running.live) },
          { label: t('operations.users.test'), value: count(running.test) },
          { label: t('operations.users.positions'), value: count(running.positions) },
        ]}
      />
    </Section>
  );
}

function About({ user }: { readonly user: OpsUser }) {
  const { t } = useTranslation();
  const { kyc, bank } = user;
  return (
    <Section title={t('operations.users.about')}>
      <FactRows
        rows={[
          [t('operations.users.id'), user.userId],
          [t('operations.users.username'), user.username],
          [t('operations.users.mobile'), <bdi key="mobile">{user.mobile}</bdi>],
          [t('operations.users.memberSince'), <MomentDay key="since" at={user.memberSince} />],
          [t('operations.kyc'), t(`kyc.states.${kyc.status}`)],
          [t('operations.pan'), <bdi key="pan">{kyc.panMasked ?? t('common.none')}</bdi>],
          [t('operations.aadhaar'), <bdi key="aadhaar">{kyc.aadhaarMasked ?? t('common.none')}</bdi>],
          [t('operations.bank'), t(`kyc.states.${bank.status}`)],
          [
            t('operations.to'),
            bank.accountMasked === undefined || bank.ifsc === undefined ? (
              t('common.none')
            ) : (
              <BankAccount key="to" masked={bank.accountMasked} ifsc={bank.ifsc} />
            ),
          ],
          [t('operations.users.trading'), t(tradingWords(user))],
          [
            t('operations.users.factor'),
            t(user.twoFactor ? 'operations.users.factorOn' : 'operations.users.factorOff'),
          ],
        ]}
      />
    </Section>
  );
}

function tradingWords({ isTradeactive, grantedForDemo }: OpsUser) {
  if (!isTradeactive) return 'operations.users.notActive';
  return grantedForDemo ? 'operations.users.activeForDemo' : 'operations.users.active';
}

function Plans({ user: { plans } }: { readonly user: OpsUser }) {
  const { t } = useTranslation();
  return (
    <Section title={t('operations.users.plans')}>
      {plans.length === 0 ? (
        <p className={css.none}>{t('operations.users.noPlans')}</p>
      ) : (
        <FactRows
          rows={plans.map(({ name, state, endsAt }) => [
            `${name} · ${t(`operations.users.planStates.${state}`)}`,
            <Moment key="until" at={endsAt} wall />,
          ])}
        />
      )}
    </Section>
  );
}
