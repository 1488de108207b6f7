import type { OpsPlan } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { PlanDrawer } from './plan-drawer.tsx';

/** Everything that is sold: what it costs, what it brings whoever invited the buyer, and whether it is on sale. */
export function OpsPlansPage() {
  const { t } = useTranslation();
  const list = useListState();
  const { data, error, refetch } = useCall('opsplans', {});
  const rows = data?.plan_list;
  const opened = rows?.find(({ planId }) => String(planId) === list.query['plan']);
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.plans.title')} lead={t('operations.plans.lead')} />
      <DataTable<OpsPlan>
        label={t('operations.plans.title')}
        columns={usePlanColumns()}
        state={{ data: rows && { rows, total: rows.length, pageSize: Math.max(1, rows.length) }, error, refetch }}
        rowKey={({ planId }) => planId}
        rowLink={({ planId }) =>
          `/ops/plans?${new URLSearchParams(changedQuery(list.query, { plan: String(planId) }))}`
        }
        empty={<Empty title={t('operations.plans.none')} text={t('operations.plans.noneText')} />}
        total={rows ? t('operations.plans.total', { count: rows.length, formatted: count(rows.length) }) : null}
      />
      <PlanDrawer plan={opened} onClose={() => list.show({ plan: undefined })} />
    </div>
  );
}

function usePlanColumns(): readonly TableColumn<OpsPlan>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OpsPlan>[] => [
      { id: 'name', header: t('operations.payments.plan'), wide: true, cell: ({ name }) => name },
      {
        id: 'price',
        header: t('operations.plans.price'),
        align: 'end',
        width: '9rem',
        cell: ({ pricePaise }) => <Money paise={pricePaise} />,
      },
      {
        id: 'reward',
        header: t('operations.plans.reward'),
        align: 'end',
        width: '9rem',
        priority: 2,
        cell: ({ rewardPaise }) => <Money paise={rewardPaise} />,
      },
      {
        id: 'running',
        header: t('operations.plans.running'),
        align: 'end',
        width: '8rem',
        priority: 2,
        cell: ({ running, mayChange }) => (mayChange ? count(running) : t('common.none')),
      },
      {
        id: 'state',
        header: t('operations.state'),
        width: '9rem',
        cell: ({ onSale, mayChange }) => (
          <StateDot tone={onSale ? 'good' : 'quiet'}>
            {t(mayChange ? (onSale ? 'operations.plans.onSale' : 'operations.plans.offSale') : 'operations.plans.free')}
          </StateDot>
        ),
      },
      {
        id: 'time',
        header: t('operations.plans.changedAt'),
        width: '10rem',
        priority: 3,
        cell: ({ changedAt }) => <Moment at={changedAt} wall />,
      },
    ],
    [t],
  );
}
