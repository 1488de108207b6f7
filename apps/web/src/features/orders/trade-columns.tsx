import type { TradeRow } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Gain, Money, Signed } from '../../ui/figures/figures.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { PriceAndTime, SideCell, SymbolCell } from './cells.tsx';
import css from './orders.module.css';
import { whyOf } from './why-of.ts';

export function useTradeColumns(): readonly TableColumn<TradeRow>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<TradeRow>[] => [
      {
        id: 'symbol',
        header: t('orders.symbol'),
        sort: { name: 'symbol', kind: 'text' },
        width: '11rem',
        csv: (trade) => trade.symbol,
        csvAlso: [{ header: t('orders.trick'), value: ({ trickName }) => trickName }],
        cell: (trade) => <SymbolCell symbol={trade.symbol} trickName={trade.trickName} />,
      },
      {
        id: 'side',
        header: t('orders.side'),
        width: '6rem',
        csv: (trade) => (trade.side === 'buy' ? trade.quantity : -trade.quantity),
        cell: (trade) => <SideCell side={trade.side} quantity={trade.quantity} />,
      },
      {
        id: 'entry',
        header: t('orders.entry'),
        align: 'end',
        width: '7rem',
        csv: (trade) => trade.averagePrice,
        csvAlso: [{ header: t('strategies.trade.entryAt'), value: ({ entryAt }) => entryAt }],
        cell: (trade) => <PriceAndTime price={trade.averagePrice} at={trade.entryAt} />,
      },
      {
        id: 'exit',
        header: t('orders.exit'),
        sort: { name: 'time', kind: 'time' },
        align: 'end',
        width: '7rem',
        csv: (trade) => trade.exitPrice,
        csvAlso: [{ header: t('strategies.trade.exitAt'), value: ({ exitAt }) => exitAt }],
        cell: (trade) => <PriceAndTime price={trade.exitPrice} at={trade.exitAt} />,
      },
      {
        id: 'gross',
        header: t('orders.gross'),
        align: 'end',
        priority: 2,
        width: '7rem',
        csv: (trade) => trade.grossPnlPaise / 100,
        cell: (trade) => <Signed paise={trade.grossPnlPaise} />,
      },
      {
        id: 'charges',
        header: t('orders.charges'),
        align: 'end',
        priority: 2,
        width: '6rem',
        csv: (trade) => trade.chargesPaise / 100,
        cell: (trade) => <Money paise={trade.chargesPaise} />,
      },
      {
        id: 'pnl',
        header: t('orders.result'),
        sort: { name: 'result', kind: 'number' },
        align: 'end',
        width: '7rem',
        csv: (trade) => trade.pnlPaise / 100,
        cell: (trade) => <Gain paise={trade.pnlPaise} />,
      },
      {
        id: 'reason',
        header: t('orders.exitReason'),
        priority: 3,
        wide: true,
        csv: (trade) => trade.exitReason,
        cell: (trade) => (
          <span className={css.reason} title={trade.exitReason}>
            {whyOf(trade.exitReason)}
          </span>
        ),
      },
    ],
    [t],
  );
}
