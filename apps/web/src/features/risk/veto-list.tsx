import type { RiskVetoRow } from '@trickdesk/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { sortIn, useListState } from '../../ui/table/list-state.ts';
import css from './risk.module.css';

const PAGE_SIZE = 12;

/** Entries that a rule over the account turned down, each with its reason. */
export function VetoList() {
  const { t } = useTranslation();
  const id = useId();
  const list = useListState();
  const search = list.search === '' ? {} : { Search: list.search };
  const sort = sortIn(list.query, ['time']);
  const input = { pageNumber: list.page, pageSize: PAGE_SIZE, ...search, ...(sort ? { sort } : {}) };
  const page = useCall('riskvetoes', input, { keepPrevious: true });
  const columns = useVetoColumns();
  return (
    <section className={css.vetoes} aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {t('risk.vetoes.title')}
      </h2>
      <DataTable<RiskVetoRow>
        label={t('risk.vetoes.title')}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.veto_list, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(veto) => veto.veto_id}
        searchable
        ownSort="-time"
        filtered={list.search !== ''}
        empty={<Empty title={t('risk.vetoes.emptyTitle')} text={t('risk.vetoes.emptyText')} />}
        exportName={t('risk.vetoes.title')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('riskvetoes', { ...input, pageNumber, pageSize });
            return { rows: answer.veto_list, total: answer.total };
          })
        }
      />
    </section>
  );
}

function useVetoColumns(): readonly TableColumn<RiskVetoRow>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'at',
      header: t('risk.vetoes.at'),
      sort: { name: 'time', kind: 'time' },
      cell: (veto) => <Moment at={veto.at} />,
      csv: (veto) => veto.at,
      width: '9rem',
    },
    {
      id: 'sentence',
      header: t('risk.vetoes.why'),
      cell: (veto) => veto.sentence,
      csv: (veto) => veto.sentence,
      wide: true,
    },
    {
      id: 'mode',
      header: t('risk.vetoes.mode'),
      cell: (veto) => <ModeBadge badge={veto.badge} />,
      csv: (veto) => t(`mode.${veto.badge}`),
      priority: 2,
      width: '8rem',
      wide: true,
    },
    {
      id: 'symbol',
      header: t('risk.vetoes.symbol'),
      cell: (veto) => veto.symbol ?? t('common.none'),
      csv: (veto) => veto.symbol ?? '',
      priority: 2,
      width: '8rem',
    },
    {
      id: 'trick',
      header: t('risk.vetoes.trick'),
      cell: (veto) => <TrickName veto={veto} />,
      csv: (veto) => veto.trickName ?? '',
      priority: 2,
      width: '10rem',
    },
  ];
}

function TrickName({ veto }: { readonly veto: RiskVetoRow }) {
  const { t } = useTranslation();
  if (veto.TricksId === undefined) return t('risk.vetoes.own');
  return <AppLink to={`/my-tricks/${veto.TricksId}`}>{veto.trickName}</AppLink>;
}
