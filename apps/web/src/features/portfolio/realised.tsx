import type { PortfolioSale } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count, signedRupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import css from './overview.module.css';
import { overviewInput, type PortfolioOverview } from './overview-view.ts';
import { saleColumns } from './sale-columns.tsx';

interface RealisedProps {
  readonly overview: PortfolioOverview;
  readonly list: ListState;
}

/** Everything that was sold, a row for each purchase that a sale was of: what was realised is their sum. */
export function Realised({ overview, list }: RealisedProps) {
  const { t } = useTranslation();
  const columns = useMemo(() => saleColumns(t, overview.badge), [t, overview.badge]);
  const { total, pageSize, realisedPaise } = overview;
  const isWhole = list.search === '';
  const sales = t('portfolio.overview.sales', { count: total, formatted: count(total) });
  const sum = t('portfolio.overview.salesSum', { sales, amount: signedRupees(realisedPaise) });
  return (
    <section id="realised" className={`${layout.stack} ${css.realised}`} aria-labelledby="realised-title">
      <h2 id="realised-title" className={css.heading}>
        {t('portfolio.overview.realisedTitle')}
      </h2>
      <DataTable<PortfolioSale>
        label={t('portfolio.overview.realisedTitle')}
        columns={columns}
        state={{ data: { rows: overview.realised_list, total, pageSize }, error: null, refetch: () => undefined }}
        rowKey={keyOf}
        searchable
        filtered={!isWhole}
        empty={<Empty title={t('portfolio.overview.noSalesTitle')} text={t('portfolio.overview.noSalesText')} />}
        total={isWhole ? sum : sales}
        exportName={`realised-${overview.badge}`}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const input = { ...overviewInput(list.query), pageNumber, pageSize };
            const { realised_list: rows, total } = await send('portfoliooverview', input);
            return { rows, total };
          })
        }
      />
    </section>
  );
}

/** Several parts of one purchase may leave on one day: what tells them apart is all of it. */
const keyOf = ({ symbol, clientCode, holder, boughtOn, soldOn, quantity, proceedsPaise, costPaise }: PortfolioSale) =>
  [symbol, clientCode, holder?.kind, holder?.id, boughtOn, soldOn, quantity, proceedsPaise, costPaise].join(' ');
