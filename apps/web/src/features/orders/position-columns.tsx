import type { HeldPositionRow } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count, price } from '../../lib/format.ts';
import { Gain, Money, Price } from '../../ui/figures/figures.tsx';
import { LiveGain, LivePrice } from '../../ui/figures/live-gain.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { PriceAndTime } from './cells.tsx';
import { CloseByHand, HeldSymbol, HeldUnits } from './hand-cells.tsx';
import { chargesOf, coveredInPart, heldOf, levelsOf } from './held-position.ts';
import css from './orders.module.css';
import type { PositionStatus } from './record-view.ts';
import { whyOf } from './why-of.ts';

type Columns = TableColumn<HeldPositionRow>[];

const BY_TIME = { name: 'time', kind: 'time' } as const;
const BY_RESULT = { name: 'result', kind: 'number' } as const;
const inRupees = (paise: number | undefined) => (paise === undefined ? undefined : paise / 100);
const exitOf = (row: HeldPositionRow) =>
  row.placedBy === 'hand' ? { price: undefined, at: undefined } : { price: row.exitPrice, at: row.closedAt };

/** After all charges; of what was opened by hand before them, and so named. */
function Unrealised({ position }: { readonly position: HeldPositionRow }) {
  const { t } = useTranslation();
  const gain = <LiveGain symbol={position.symbol} held={heldOf(position)} />;
  if (position.placedBy === 'trick') return gain;
  return (
    <span className={`${texts.twoLines} ${css.figures}`}>
      {gain}
      <span className={texts.sub}>{t('orders.byHand.beforeCharges')}</span>
    </span>
  );
}

/** @param hasHand whether a row was opened by hand: only such a one has a button of its own */
export function usePositionColumns(status: PositionStatus, hasHand: boolean): readonly TableColumn<HeldPositionRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      ...heldColumns(t, status, hasHand),
      ...(status === 'open' ? openColumns(t) : closedColumns(t)),
      ...(hasHand ? [deedColumn(t)] : []),
      reasonColumn(t, status),
    ],
    [t, status, hasHand],
  );
}

/** Open ones are sorted by when they were opened, closed ones by when they were closed. */
function heldColumns(t: TFunction, status: PositionStatus, hasHand: boolean): Columns {
  return [
    {
      id: 'symbol',
      header: t('orders.symbol'),
      sort: { name: 'symbol', kind: 'text' },
      width: '10rem',
      csv: (row) => row.symbol,
      cell: (row) => <HeldSymbol position={row} />,
    },
    {
      id: 'side',
      header: t('orders.side'),
      // Product and broker account stand below, on one line.
      width: hasHand ? '9rem' : '6rem',
      csv: (row) => (row.side === 'buy' ? row.quantity : -row.quantity),
      cell: (row) => <HeldUnits position={row} />,
    },
    {
      id: 'entry',
      header: t('orders.entry'),
      ...(status === 'open' ? { sort: BY_TIME } : {}),
      align: 'end',
      width: '7rem',
      csv: (row) => row.averagePrice,
      csvAlso: [{ header: t('strategies.trade.entryAt'), value: ({ openedAt }) => openedAt }],
      cell: (row) => <PriceAndTime price={row.averagePrice} at={row.openedAt} />,
    },
  ];
}

/** For how much of a position its stops are, if not for all of it. */
function InPart({ position }: { readonly position: HeldPositionRow }) {
  const { t } = useTranslation();
  const covered = coveredInPart(position);
  if (covered === undefined) return null;
  const [units, held] = [count(covered), count(position.quantity)];
  return <span className={texts.sub}>{t('orders.byHand.stopInPart', { units, held })}</span>;
}

/** Where a stop rests, if not where it is wanted. */
function AtBroker({ stopAtBroker }: { readonly stopAtBroker: number | undefined }) {
  const { t } = useTranslation();
  if (stopAtBroker === undefined) return null;
  return <span className={texts.sub}>{t('orders.stopAtBroker', { price: price(stopAtBroker) })}</span>;
}

function openColumns(t: TFunction): Columns {
  return [
    {
      id: 'last',
      header: t('orders.last'),
      align: 'end',
      width: '5.5rem',
      csv: (row) => row.lastPrice,
      cell: (row) => <LivePrice symbol={row.symbol} known={row.lastPrice} width={9} />,
    },
    {
      id: 'stop',
      header: t('orders.stop'),
      align: 'end',
      priority: 2,
      width: '6rem',
      csv: (row) => levelsOf(row).stopLoss,
      cell: (row) => (
        <span className={texts.twoLines}>
          <Price value={levelsOf(row).stopLoss} />
          {levelsOf(row).trailing ? <span className={texts.sub}>{t('orders.trailing')}</span> : null}
          <AtBroker stopAtBroker={levelsOf(row).stopAtBroker} />
          <InPart position={row} />
        </span>
      ),
    },
    {
      id: 'target',
      header: t('orders.target'),
      align: 'end',
      priority: 2,
      width: '6rem',
      csv: (row) => levelsOf(row).target,
      cell: (row) => <Price value={levelsOf(row).target} />,
    },
    {
      id: 'charges',
      header: t('orders.charges'),
      align: 'end',
      priority: 3,
      width: '5rem',
      csv: (row) => inRupees(chargesOf(row)),
      cell: (row) => <Money paise={chargesOf(row)} />,
    },
    {
      id: 'pnl',
      header: t('orders.unrealised'),
      sort: BY_RESULT,
      align: 'end',
      width: '7rem',
      csv: (row) => inRupees(heldOf(row).pnlPaise),
      cell: (row) => <Unrealised position={row} />,
    },
  ];
}

function deedColumn(t: TFunction): TableColumn<HeldPositionRow> {
  return {
    id: 'deed',
    header: t('orders.byHand.deed'),
    align: 'end',
    width: '6rem',
    cell: (row) => (row.placedBy === 'hand' ? <CloseByHand position={row} /> : null),
  };
}

function closedColumns(t: TFunction): Columns {
  return [
    {
      id: 'exit',
      header: t('orders.exit'),
      sort: BY_TIME,
      align: 'end',
      width: '7rem',
      csv: (row) => exitOf(row).price,
      csvAlso: [{ header: t('strategies.trade.exitAt'), value: (row) => exitOf(row).at }],
      cell: (row) => <PriceAndTime {...exitOf(row)} />,
    },
    {
      id: 'charges',
      header: t('orders.charges'),
      align: 'end',
      priority: 2,
      width: '6rem',
      csv: (row) => inRupees(chargesOf(row)),
      cell: (row) => <Money paise={chargesOf(row)} />,
    },
    {
      id: 'pnl',
      header: t('orders.result'),
      sort: BY_RESULT,
      align: 'end',
      width: '7rem',
      csv: (row) => inRupees(heldOf(row).pnlPaise),
      cell: (row) => <Gain paise={heldOf(row).pnlPaise} />,
    },
  ];
}

function reasonColumn(t: TFunction, status: PositionStatus): TableColumn<HeldPositionRow> {
  const reasonOf = (row: HeldPositionRow) =>
    status === 'open' || row.placedBy === 'hand' ? row.reason : (row.exitReason ?? row.reason);
  return {
    id: 'reason',
    header: status === 'open' ? t('orders.entryReason') : t('orders.exitReason'),
    priority: 3,
    wide: true,
    csv: reasonOf,
    cell: (row) => (
      <span className={css.reason} title={reasonOf(row)}>
        {whyOf(reasonOf(row))}
      </span>
    ),
  };
}
