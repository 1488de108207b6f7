import type { MyTrick } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { badgeOfMode, modeIn, type RecordMode } from '../../lib/record-mode.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { ModeBand } from '../../ui/figures/mode.tsx';
import layout from '../../ui/layout.module.css';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { ExchangeClock } from './exchange-clock.tsx';
import { useMyTrickColumns } from './my-trick-columns.tsx';
import { MyTricksTotals } from './my-tricks-totals.tsx';
import { brokerIn, PAGE_SIZE, pageIn, STATUSES, statusIn } from './my-tricks-view.ts';
import { NoTricks } from './no-tricks.tsx';

interface MyTricksPageProps {
  /** What stands below the totals: profit by day of what is filtered. */
  readonly profitOf: (filter: { readonly type: RecordMode; readonly brokerId: number }) => ReactNode;
}

/** My tricks of one mode. Live is the default; test stands beside it and is never added to it. */
export function MyTricksPage({ profitOf }: MyTricksPageProps) {
  const { t } = useTranslation();
  const list = useListState();
  const header = useCall('headerdata', {});
  const mode = modeIn(list.query);
  const input = pageIn(list.query);
  const page = useCall('mytrick', input, { keepPrevious: true });
  const columns = useMyTrickColumns();
  return (
    <div className={layout.stack}>
      <PageHead title={t('deployments.title')} lead={t('deployments.lead')} />
      <LinkTabs
        label={t('deployments.modeTabs')}
        tabs={[
          { to: '/my-tricks?type=Live', label: t('deployments.tabs.Live'), current: mode === 'Live' },
          { to: '/my-tricks?type=Test', label: t('deployments.tabs.Test'), current: mode === 'Test' },
        ]}
      />
      <ModeBand badge={badgeOfMode(mode, header.data?.market.simulated ?? true)}>
        <ExchangeClock />
      </ModeBand>
      <MyTricksTotals list={list} />
      <DataTable<MyTrick>
        label={t('deployments.title')}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.trick_list, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(trick) => trick.TricksId}
        rowLink={(trick) => `/my-tricks/${trick.TricksId}`}
        searchable
        filters={<Filters list={list} />}
        empty={<NoTricks mode={mode} status={statusIn(list.query)} />}
        exportName={t('deployments.title')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('mytrick', { ...input, pageNumber, pageSize });
            return { rows: answer.trick_list, total: answer.total };
          })
        }
      />
      {profitOf({ type: mode, brokerId: brokerIn(list.query) })}
    </div>
  );
}

function Filters({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const brokers = useCall('getangelone', {}).data?.broker_details ?? [];
  const chosen = String(brokerIn(list.query));
  return (
    <>
      <FilterSelect
        label={t('deployments.statusFilter')}
        value={statusIn(list.query)}
        options={STATUSES.map((value) => ({ value, label: t(`deployments.statusChoice.${value}`) }))}
        onChange={(value) => list.set({ trickStatus: value === '1' ? '' : value })}
      />
      {brokers.length > 0 && modeIn(list.query) === 'Live' ? (
        <FilterSelect
          label={t('deployments.brokerFilter')}
          value={chosen}
          options={[
            { value: '0', label: t('deployments.allBrokers') },
            ...brokers.map((broker) => ({
              value: String(broker.brokerId),
              label: `${broker.broker} ${broker.clientCode}`,
            })),
          ]}
          onChange={(value) => list.set({ brokerId: value === '0' ? '' : value })}
        />
      ) : null}
    </>
  );
}
