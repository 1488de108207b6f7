import type { PositionRow } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Gain, Money, Price } from '../../ui/figures/figures.tsx';
import { LiveGain, LivePrice } from '../../ui/figures/live-gain.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { PriceAndTime, SideCell, SymbolCell } from './cells.tsx';
import css from './orders.module.css';
import type { PositionStatus } from './record-view.ts';

type Columns = TableColumn<PositionRow>[];

const BY_TIME = { name: 'time', kind: 'time' } as const;
const BY_RESULT = { name: 'result', kind: 'number' } as const;

export function usePositionColumns(status: PositionStatus): readonly TableColumn<PositionRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      ...heldColumns(t, status),
      ...(status === 'open' ? openColumns(t) : closedColumns(t)),
      reasonColumn(t, status),
    ],
    [t, status],
  );
}

/** Open ones are sorted by when they were opened, closed ones by when they were closed. */
function heldColumns(t: TFunction, status: PositionStatus): Columns {
  return [
    {
      id: 'symbol',
      header: t('orders.symbol'),
      sort: { name: 'symbol', kind: 'text' },
      width: '12rem',
      csv: (row) => row.symbol,
      cell: (row) => <SymbolCell symbol={row.symbol} trickName={row.trickName} />,
    },
    {
      id: 'side',
      header: t('orders.side'),
      width: '6rem',
      csv: (row) => (row.side === 'buy' ? row.quantity : -row.quantity),
      cell: (row) => <SideCell side={row.side} quantity={row.quantity} />,
    },
    {
      id: 'entry',
      header: t('orders.entry'),
      ...(status === 'open' ? { sort: BY_TIME } : {}),
      align: 'end',
      width: '7rem',
      csv: (row) => row.averagePrice,
      cell: (row) => <PriceAndTime price={row.averagePrice} at={row.openedAt} />,
    },
  ];
}

function openColumns(t: TFunction): Columns {
  return [
    {
      id: 'last',
      header: t('orders.last'),
      align: 'end',
      width: '6rem',
      csv: (row) => row.lastPrice,
      cell: (row) => <LivePrice symbol={row.symbol} known={row.lastPrice} width={9} />,
    },
    {
      id: 'stop',
      header: t('orders.stop'),
      align: 'end',
      priority: 2,
      width: '6rem',
      csv: (row) => row.stopLoss,
      cell: (row) => (
        <span className={texts.twoLines}>
          <Price value={row.stopLoss} />
          {row.trailing ? <span className={texts.sub}>{t('orders.trailing')}</span> : null}
        </span>
      ),
    },
    {
      id: 'target',
      header: t('orders.target'),
      align: 'end',
      priority: 2,
      width: '6rem',
      csv: (row) => row.target,
      cell: (row) => <Price value={row.target} />,
    },
    {
      id: 'charges',
      header: t('orders.charges'),
      align: 'end',
      priority: 3,
      width: '6rem',
      csv: (row) => row.chargesPaise / 100,
      cell: (row) => <Money paise={row.chargesPaise} />,
    },
    {
      id: 'pnl',
      header: t('orders.unrealised'),
      sort: BY_RESULT,
      align: 'end',
      width: '8rem',
      csv: (row) => (row.pnlPaise === undefined ? undefined : row.pnlPaise / 100),
      cell: (row) => <LiveGain symbol={row.symbol} held={row} />,
    },
  ];
}

function closedColumns(t: TFunction): Columns {
  return [
    {
      id: 'exit',
      header: t('orders.exit'),
      sort: BY_TIME,
      align: 'end',
      width: '8rem',
      csv: (row) => row.exitPrice,
      cell: (row) => <PriceAndTime price={row.exitPrice} at={row.closedAt} />,
    },
    {
      id: 'charges',
      header: t('orders.charges'),
      align: 'end',
      priority: 2,
      width: '6rem',
      csv: (row) => row.chargesPaise / 100,
      cell: (row) => <Money paise={row.chargesPaise} />,
    },
    {
      id: 'pnl',
      header: t('orders.result'),
      sort: BY_RESULT,
      align: 'end',
      width: '8rem',
      csv: (row) => (row.pnlPaise === undefined ? undefined : row.pnlPaise / 100),
      cell: (row) => <Gain paise={row.pnlPaise} />,
    },
  ];
}

function reasonColumn(t: TFunction, status: PositionStatus): TableColumn<PositionRow> {
  const reasonOf = (row: PositionRow) => (status === 'open' ? row.reason : (row.exitReason ?? row.reason));
  return {
    id: 'reason',
    header: status === 'open' ? t('orders.entryReason') : t('orders.exitReason'),
    priority: 3,
    wide: true,
    csv: reasonOf,
    cell: (row) => (
      <span className={css.reason} title={reasonOf(row)}>
        {reasonOf(row)}
      </span>
    ),
  };
}
