import type { MyTrickDetails, TradeRow } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { isLiveOf } from '../../lib/record-mode.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Gain, Price } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import texts from '../../ui/texts.module.css';
import css from './deployments.module.css';

const SHOWN = 6;

/** Its last closed trades; the whole list is one link away. */
export function TrickTrades({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  const isLive = isLiveOf(trick.mode);
  const trades = useCall('tradehistory', { is_live: isLive, TricksId: trick.TricksId, pageSize: SHOWN });
  const rows = isLive === 1 ? trades.data?.live_tradehistory : trades.data?.test_tradehistory;
  const columns = useTradeColumns();
  return (
    <Section
      title={t('deployments.tradeList.title')}
      flush
      aside={
        <AppLink to={`/trades?type=${trick.mode}&TricksId=${trick.TricksId}`}>{t('deployments.tradeList.all')}</AppLink>
      }
    >
      <DataTable<TradeRow>
        bare
        label={t('deployments.tradeList.title')}
        columns={columns}
        state={{
          data: trades.data && { rows: rows ?? [], total: trades.data.total, pageSize: SHOWN },
          error: trades.error,
          refetch: trades.refetch,
        }}
        rowKey={(trade) => trade.tradeId}
        empty={<Empty title={t('deployments.tradeList.noneTitle')} text={t('deployments.tradeList.none')} />}
      />
    </Section>
  );
}

function useTradeColumns(): readonly TableColumn<TradeRow>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<TradeRow>[] => [
      {
        id: 'symbol',
        header: t('deployments.tradeList.symbol'),
        cell: (trade) => (
          <span className={`${texts.twoLines} ${texts.whole}`}>
            <strong>{trade.symbol}</strong>
            <span className={texts.sub}>
              {t(`deployments.positions.${trade.side === 'buy' ? 'long' : 'short'}`, {
                quantity: count(trade.quantity),
              })}
            </span>
          </span>
        ),
      },
      {
        id: 'entry',
        header: t('deployments.tradeList.entry'),
        align: 'end',
        cell: (trade) => <PriceAndTime price={trade.averagePrice} at={trade.entryAt} />,
      },
      {
        id: 'exit',
        header: t('deployments.tradeList.exit'),
        align: 'end',
        cell: (trade) => <PriceAndTime price={trade.exitPrice} at={trade.exitAt} />,
      },
      {
        id: 'reason',
        header: t('deployments.tradeList.reason'),
        priority: 2,
        wide: true,
        cell: (trade) => <span className={css.reasonCell}>{trade.exitReason}</span>,
      },
      {
        id: 'pnl',
        header: t('deployments.tradeList.result'),
        align: 'end',
        width: '8rem',
        cell: (trade) => <Gain paise={trade.pnlPaise} />,
      },
    ],
    [t],
  );
}

function PriceAndTime({ price, at }: { readonly price: number; readonly at: string }) {
  return (
    <span className={`${texts.twoLines} ${texts.whole}`}>
      <Price value={price} />
      <span className={texts.sub}>
        <Moment at={at} />
      </span>
    </span>
  );
}
