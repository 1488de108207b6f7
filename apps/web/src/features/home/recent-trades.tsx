import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Gain } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import texts from '../../ui/texts.module.css';
import type { Home, Mode } from './api.ts';
import css from './home.module.css';

type Trade = Home['recentTrades'][number];

interface RecentTradesProps {
  readonly trades: readonly Trade[];
  readonly mode: Mode;
}

export function RecentTrades({ trades, mode }: RecentTradesProps) {
  const { t } = useTranslation();
  const isLive = mode === 'live' ? 1 : 0;
  const rows = trades.filter((trade) => trade.is_live === isLive);
  const columns = useMemo(
    (): TableColumn<Trade>[] => [
      {
        id: 'symbol',
        header: t('home.symbol'),
        width: '11rem',
        cell: (trade) => (
          <span className={css.name}>
            {trade.symbol}
            <span className={texts.sub}>{trade.trickName}</span>
          </span>
        ),
      },
      { id: 'exit', header: t('home.exit'), width: '8rem', cell: (trade) => <Moment at={trade.exitAt} /> },
      {
        id: 'reason',
        header: t('home.reason'),
        priority: 2,
        wide: true,
        cell: (trade) => <span data-money="words">{trade.exitReason}</span>,
      },
      {
        id: 'result',
        header: t('home.result'),
        align: 'end',
        width: '8rem',
        cell: (trade) => (
          <span data-money="part">
            <Gain paise={trade.pnlPaise} />
          </span>
        ),
      },
    ],
    [t],
  );
  return (
    <Section
      title={t('home.trades')}
      flush
      aside={<AppLink to={`/trades?is_live=${isLive}`}>{t('home.tradesAll')}</AppLink>}
    >
      <DataTable
        bare
        label={t('home.trades')}
        columns={columns}
        state={{
          data: { rows, total: rows.length, pageSize: rows.length },
          error: undefined,
          refetch: () => undefined,
        }}
        rowKey={(trade) => trade.tradeId}
        rowLink={(trade) => `/my-tricks/${trade.TricksId}`}
        empty={<Empty title={t('home.noTradesTitle')} text={t('home.noTrades')} />}
      />
    </Section>
  );
}
