import type { Holding } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { count } from '../../lib/format.ts';
import { Gain, Money, Percent, Price } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { WeightBar } from '../../ui/figures/weight-bar.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';

interface ColumnParts {
  readonly t: TFunction;
  readonly holdings: readonly Holding[];
  /** Those whose price is not today's. */
  readonly stale: ReadonlySet<string>;
  /** Whether there is a weight that each should have. */
  readonly withTarget: boolean;
}

/** Columns of what is held. All rows are here, so that the browser sorts them. */
export function holdingColumns(parts: ColumnParts): readonly TableColumn<Holding>[] {
  return [...nameColumns(parts.t), ...priceColumns(parts), ...resultColumns(parts)];
}

const nameColumns = (t: TFunction): TableColumn<Holding>[] => [
  {
    id: 'symbol',
    header: t('baskets.nameOfShare'),
    sort: { name: 'symbol', kind: 'text', value: ({ symbol }) => symbol },
    csv: ({ symbol }) => symbol,
    cell: ({ symbol, name }) => (
      <span className={texts.twoLines}>
        <span>{symbol}</span>
        {name === symbol ? null : <span className={texts.sub}>{name}</span>}
      </span>
    ),
  },
  {
    id: 'quantity',
    header: t('holdings.quantity'),
    align: 'end',
    width: '5rem',
    csv: ({ quantity }) => quantity,
    cell: ({ quantity }) => count(quantity),
  },
];

const priceColumns = ({ t, stale }: ColumnParts): TableColumn<Holding>[] => [
  {
    id: 'average',
    header: t('holdings.average'),
    align: 'end',
    priority: 3,
    width: '7rem',
    csv: ({ averagePrice }) => averagePrice,
    cell: ({ averagePrice }) => <Price value={averagePrice} />,
  },
  {
    id: 'last',
    header: t('baskets.lastPrice'),
    align: 'end',
    priority: 2,
    width: '7rem',
    csv: ({ lastPrice }) => lastPrice,
    cell: (holding) => (
      <span className={texts.twoLines}>
        <Price value={holding.lastPrice} />
        {stale.has(holding.symbol) ? (
          <span className={texts.sub} title={t('holdings.staleWhy')}>
            {holding.lastPriceAt ? <Moment at={holding.lastPriceAt} /> : t('holdings.noPrice')}
          </span>
        ) : null}
      </span>
    ),
  },
];

const resultColumns = ({ t, holdings, withTarget }: ColumnParts): TableColumn<Holding>[] => {
  const largest = Math.max(
    0,
    ...holdings.flatMap(({ weightPercent, targetPercent = 0 }) => [weightPercent, targetPercent]),
  );
  return [
    {
      id: 'cost',
      header: t('holdings.cost'),
      align: 'end',
      priority: 3,
      width: '8rem',
      csv: ({ costPaise }) => costPaise / 100,
      cell: ({ costPaise }) => <Money paise={costPaise} />,
    },
    {
      id: 'value',
      header: t('baskets.plan.value'),
      sort: { name: 'value', kind: 'number', value: ({ valuePaise }) => valuePaise },
      align: 'end',
      width: '8rem',
      csv: ({ valuePaise }) => valuePaise / 100,
      cell: ({ valuePaise }) => <Money paise={valuePaise} />,
    },
    {
      id: 'weight',
      header: t(withTarget ? 'holdings.weightAndTarget' : 'baskets.weight'),
      sort: { name: 'weight', kind: 'number', value: ({ weightPercent }) => weightPercent },
      align: 'end',
      width: '10rem',
      wide: true,
      csv: ({ weightPercent }) => weightPercent,
      cell: ({ weightPercent, targetPercent }) => (
        <span className={texts.twoLines}>
          <WeightBar percent={weightPercent} of={largest} target={targetPercent} />
          {targetPercent === undefined ? null : (
            <span className={texts.sub}>
              {t('holdings.targetOf')} <Percent value={targetPercent} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'pnl',
      header: t('holdings.pnl'),
      sort: { name: 'pnl', kind: 'number', value: ({ pnlPaise }) => pnlPaise },
      align: 'end',
      width: '8rem',
      csv: ({ pnlPaise }) => pnlPaise / 100,
      cell: ({ pnlPaise }) => <Gain paise={pnlPaise} />,
    },
  ];
};
