import type { BrokerDetails, Holding } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import css from './held.module.css';
import { holdingColumns } from './holding-columns.tsx';
import { HoldingDrawer } from './holding-drawer.tsx';
import { brokerIn, filteredHoldings, staleOf } from './holdings-view.ts';
import { SaleRelease } from './sale-release.tsx';

const PAGE_SIZE = 12;

/** What the broker account holds, and how much of it lies in few names. */
export function HoldingsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const links = useCall('getangelone', {});
  const accounts = links.data?.broker_details;
  return (
    <div className={layout.stack}>
      <PageHead title={t('holdings.title')} lead={t('holdings.lead')} />
      {accounts?.length === 0 ? <NoBroker /> : null}
      {links.error && !accounts ? (
        <div className={layout.box}>
          <ErrorState failure={links.error} title={t('holdings.failed')} onRetry={() => void links.refetch()} />
        </div>
      ) : null}
      {!accounts && !links.error ? <HoldingsSkeleton /> : null}
      {accounts && accounts.length > 0 ? <OfAccount list={list} accounts={accounts} /> : null}
    </div>
  );
}

function HoldingsSkeleton() {
  const { t } = useTranslation();
  return <PageSkeleton label={t('holdings.loading')} main={[44, 60, 420]} />;
}

function NoBroker() {
  const { t } = useTranslation();
  return (
    <div className={layout.box}>
      <Empty
        title={t('holdings.noBrokerTitle')}
        text={t('holdings.noBrokerText')}
        action={<ButtonLink to="/profile/broker">{t('holdings.linkBroker')}</ButtonLink>}
      />
    </div>
  );
}

interface AccountProps {
  readonly list: ListState;
  readonly accounts: readonly BrokerDetails[];
}

function OfAccount({ list, accounts }: AccountProps) {
  const { t } = useTranslation();
  const account = brokerIn(list.query, accounts);
  const input = account ? { brokerId: account.brokerId } : {};
  const holdings = useCall('fetchListHoldings', input, { keepPrevious: true });
  if (holdings.data) return <Account list={list} accounts={accounts} account={account} answer={holdings.data} />;
  if (!holdings.error) return <HoldingsSkeleton />;
  const sessionEnded = holdings.error.is('BROKER_SESSION_CLOSED');
  return (
    <>
      {accounts.length > 1 ? <AccountFilter list={list} accounts={accounts} account={account} /> : null}
      <div className={layout.box}>
        {sessionEnded ? (
          <Empty
            title={t('holdings.sessionTitle')}
            text={t('holdings.sessionText')}
            action={<ButtonLink to="/profile/broker">{t('holdings.signInAgain')}</ButtonLink>}
          />
        ) : (
          <ErrorState failure={holdings.error} title={t('holdings.failed')} onRetry={() => void holdings.refetch()} />
        )}
      </div>
    </>
  );
}

interface AnswerProps extends AccountProps {
  readonly account: BrokerDetails | undefined;
  readonly answer: OutputOfCall<'fetchListHoldings'>;
}

function Account({ list, accounts, account, answer }: AnswerProps) {
  const { t } = useTranslation();
  const { holdings, badge, asOf } = answer;
  const search = list.query['search'] ?? '';
  const rows = useMemo(() => filteredHoldings(holdings, search), [holdings, search]);
  const columns = useMemo(
    () => holdingColumns({ t, holdings, stale: staleOf(holdings, asOf), withTarget: false }),
    [t, holdings, asOf],
  );
  return (
    <>
      <ModeBand badge={badge}>
        {asOf ? (
          <span>
            {t('holdings.asOf')} <Moment at={asOf} />
          </span>
        ) : null}
      </ModeBand>
      {account && holdings.length > 0 ? <SaleRelease key={account.brokerId} account={account} /> : null}
      {holdings.length > 0 ? <Figures answer={answer} /> : null}
      <DataTable<Holding>
        label={t('holdings.title')}
        columns={columns}
        state={{
          data: { rows, total: rows.length, pageSize: PAGE_SIZE },
          error: null,
          refetch: () => undefined,
        }}
        rowKey={({ symbol }) => symbol}
        rowLink={({ symbol }) => linkOf(symbol, account)}
        searchable
        filtered={search !== ''}
        ownSort="-value"
        filters={accounts.length > 1 ? <AccountFilter list={list} accounts={accounts} account={account} /> : null}
        empty={
          <Empty
            title={t('holdings.noneTitle')}
            text={t('holdings.noneAtBroker')}
            action={<AppLink to="/baskets">{t('holdings.toBaskets')}</AppLink>}
          />
        }
        exportName="holdings"
      />
      <HoldingDrawer holdings={holdings} />
    </>
  );
}

function linkOf(symbol: string, account: BrokerDetails | undefined): string {
  const query = new URLSearchParams({ ...(account ? { brokerId: String(account.brokerId) } : {}), holding: symbol });
  return `/holdings?${query.toString()}`;
}

/** Together, and how much of it lies in few names. */
function Figures({ answer }: Pick<AnswerProps, 'answer'>) {
  const { t } = useTranslation();
  const [largest] = answer.holdings.toSorted((a, b) => b.valuePaise - a.valuePaise);
  return (
    <div>
      <FiguresStrip
        items={[
          { label: t('holdings.value'), value: <Money paise={answer.valuePaise} />, lead: true },
          { label: t('holdings.pnl'), value: <Gain paise={answer.pnlPaise} />, note: t('holdings.unrealised') },
          { label: t('holdings.cost'), value: <Money paise={answer.costPaise} /> },
          { label: t('holdings.largest'), value: <Percent value={answer.largestPercent} />, note: largest?.symbol },
          { label: t('holdings.fiveLargest'), value: <Percent value={answer.fiveLargestPercent} /> },
        ]}
      />
      <p className={css.explained}>{t('holdings.concentration')}</p>
    </div>
  );
}

function AccountFilter({ list, accounts, account }: AccountProps & { readonly account: BrokerDetails | undefined }) {
  const { t } = useTranslation();
  return (
    <FilterSelect
      label={t('holdings.account')}
      value={account ? String(account.brokerId) : ''}
      options={accounts.map(({ brokerId, broker, clientCode }) => ({
        value: String(brokerId),
        label: `${broker} ${clientCode}`,
      }))}
      onChange={(value) => list.set({ brokerId: value })}
    />
  );
}
