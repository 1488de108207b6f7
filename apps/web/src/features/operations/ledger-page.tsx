import type { LedgerHealth } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Money, Signed } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import css from './operations.module.css';

/** Whether every rupee adds up, now and on the days before, and whether money may leave. */
export function OpsLedgerPage() {
  const { t } = useTranslation();
  const state = useCall('opsledger', {});
  const check = useAction('opscheckledger', { refreshes: ['opsledger', 'opswithdrawals'] });
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('operations.ledger')}
        lead={t('operations.ledgerLead')}
        actions={
          mayDecide('Ledger') ? (
            <Button busy={check.isPending} onClick={() => check.mutate({})}>
              {t('operations.checkNow')}
            </Button>
          ) : null
        }
      />
      <Loaded
        state={state}
        failed={t('operations.ledgerFailed')}
        skeleton={<SkeletonLines label={t('operations.adding')} lines={8} />}
      >
        {(health) => <Health health={health} />}
      </Loaded>
    </div>
  );
}

function Health({ health }: { readonly health: LedgerHealth }) {
  const { t } = useTranslation();
  const { faults, postings, heldPaise, underWayPaise, checkedAt, payoutsStopped } = health;
  const isSound = faults.length === 0;
  return (
    <>
      {payoutsStopped ? (
        <p className={css.warning} role="alert">
          {t('operations.payoutsStopped')}
        </p>
      ) : null}
      <Section
        title={t('operations.now')}
        aside={
          <StateDot tone={isSound ? 'good' : 'bad'}>{t(isSound ? 'operations.sound' : 'operations.red')}</StateDot>
        }
        note={<Moment at={checkedAt} wall />}
      >
        <FiguresStrip
          items={[
            { label: t('operations.postings'), value: count(postings), note: t('operations.postingsNote') },
            { label: t('operations.held'), value: <Money paise={heldPaise} />, note: t('operations.heldNote') },
            {
              label: t('operations.underWay'),
              value: <Money paise={underWayPaise} />,
              note: t('operations.underWayNote'),
            },
          ]}
        />
        {isSound ? null : (
          <ul className={css.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </Section>
      <Balances health={health} />
      <Checks health={health} />
    </>
  );
}

type Balance = LedgerHealth['balances'][number];

/** Together they are nothing: what people are owed is what the platform holds for them. */
function Balances({ health: { balances } }: { readonly health: LedgerHealth }) {
  const { t } = useTranslation();
  const sum = balances.reduce((total, { balancePaise }) => total + balancePaise, 0);
  return (
    <Section title={t('operations.balances')} note={t('operations.balancesNote')} flush>
      <DataTable<Balance>
        bare
        label={t('operations.balances')}
        columns={[
          {
            id: 'name',
            header: t('operations.accountKind'),
            cell: ({ name }) => t(`operations.accountNames.${name}`, { defaultValue: name }),
          },
          {
            id: 'whose',
            header: t('operations.whose'),
            width: '9rem',
            cell: ({ ofPeople }) => t(ofPeople ? 'operations.ofPeople' : 'operations.ofPlatform'),
          },
          {
            id: 'accounts',
            header: t('operations.accounts'),
            align: 'end',
            width: '8rem',
            priority: 2,
            cell: ({ accounts }) => count(accounts),
          },
          {
            id: 'balance',
            header: t('operations.balance'),
            align: 'end',
            width: '11rem',
            cell: ({ balancePaise }) => <Signed paise={balancePaise} />,
          },
        ]}
        state={{
          data: { rows: balances, total: balances.length, pageSize: balances.length },
          error: null,
          refetch: nothing,
        }}
        rowKey={({ name, ofPeople }) => `${name} ${ofPeople}`}
        empty={<Empty title={t('operations.noBalances')} text={t('operations.noBalancesText')} />}
      />
      <p className={css.sumLine}>
        {t('operations.together')} <Signed paise={sum} />
      </p>
    </Section>
  );
}

const nothing = (): void => undefined;

function Checks({ health: { checks } }: { readonly health: LedgerHealth }) {
  const { t } = useTranslation();
  if (checks.length === 0) return null;
  return (
    <Section title={t('operations.checks')} note={t('operations.checksNote')}>
      <ul className={css.checks}>
        {checks.map(({ day, at, isSound, postings, faults }) => (
          <li key={day}>
            <span>{dayInFull(day)}</span>
            <StateDot tone={isSound ? 'good' : 'bad'}>{t(isSound ? 'operations.sound' : 'operations.red')}</StateDot>
            <span className={facts.text}>
              {t('operations.checkOf', { count: postings, formatted: count(postings) })} <Moment at={at} wall />
            </span>
            {faults.map((fault) => (
              <span key={fault} className={css.fault}>
                {fault}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}
