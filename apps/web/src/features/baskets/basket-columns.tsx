import type { BasketItem } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count, percent } from '../../lib/format.ts';
import { Percent } from '../../ui/figures/figures.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { basisLine, dayWithYear, leastRupees } from './basis.ts';
import { comparisonRows, type FigureRow } from './figure-rows.ts';

/** An order by what is hidden would tell it: the server has none then. */
const TELLS_NO_RETURN: readonly string[] = ['name', 'minInvestment'];

/** The catalogue's columns. What the figures rest on stands under the name, so that it never scrolls away from them. */
export function useBasketColumns(returnsHidden: boolean): readonly TableColumn<BasketItem>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const columns = [...aboutColumns(t), ...figureColumns(t), ...moneyColumns(t)];
    if (!returnsHidden) return columns;
    return columns.map(({ sort, ...column }) =>
      sort && TELLS_NO_RETURN.includes(sort.name) ? { ...column, sort } : column,
    );
  }, [t, returnsHidden]);
}

const aboutColumns = (t: TFunction): TableColumn<BasketItem>[] => [
  {
    id: 'name',
    header: t('baskets.name'),
    sort: { name: 'name', kind: 'text' },
    csv: (basket) => basket.name,
    cell: (basket) => (
      <span className={texts.twoLines}>
        <span>{basket.own ? t('baskets.nameOwn', { name: basket.name }) : basket.name}</span>
        {basket.heldBack ? <span className={texts.sub}>{t('baskets.heldBack.short')}</span> : null}
        <span className={texts.sub}>
          {basket.figures
            ? t('baskets.basisWith', { basis: basisLine(basket, t), benchmark: basket.benchmark })
            : basisLine(basket, t)}
        </span>
      </span>
    ),
  },
  {
    id: 'theme',
    header: t('baskets.themeFilter'),
    priority: 2,
    width: '8rem',
    csv: (basket) => t(`baskets.theme.${basket.theme}`),
    cell: (basket) => (
      <span className={texts.twoLines}>
        <span>{t(`baskets.theme.${basket.theme}`)}</span>
        <span className={texts.sub}>{t(`baskets.risk.${basket.risk}`)}</span>
      </span>
    ),
  },
  {
    id: 'names',
    header: t('baskets.constituents'),
    align: 'end',
    priority: 3,
    width: '4rem',
    csv: (basket) => basket.constituentCount,
    cell: (basket) => count(basket.constituentCount),
  },
];

const figureColumns = (t: TFunction): TableColumn<BasketItem>[] =>
  (['return1y', 'return3y', 'volatility'] as const).map((name) => ({
    id: name,
    header: t(`baskets.figure.${name}`),
    sort: { name, kind: 'number' as const },
    align: 'end' as const,
    width: '7rem',
    ...(name === 'return3y' ? { priority: 2 as const } : {}),
    csv: (basket) => rowOf(basket, name)?.own,
    cell: (basket) => <Beside row={rowOf(basket, name)} benchmark={basket.benchmark} />,
  }));

const moneyColumns = (t: TFunction): TableColumn<BasketItem>[] => [
  {
    id: 'min',
    header: t('baskets.minInvestment'),
    sort: { name: 'minInvestment', kind: 'number', startsUp: true },
    align: 'end',
    width: '7rem',
    csv: (basket) => (basket.minInvestmentPaise === undefined ? undefined : basket.minInvestmentPaise / 100),
    cell: (basket) =>
      basket.minInvestmentPaise === undefined ? t('common.none') : leastRupees(basket.minInvestmentPaise),
  },
  {
    id: 'review',
    header: t('baskets.nextReviewColumn'),
    align: 'end',
    priority: 3,
    width: '8rem',
    csv: (basket) => basket.nextReviewOn,
    cell: (basket) => (basket.nextReviewOn ? dayWithYear(basket.nextReviewOn) : t('common.none')),
  },
];

const rowOf = ({ figures }: BasketItem, name: FigureRow['name']) =>
  figures && comparisonRows(figures).find((row) => row.name === name);

/** A figure, and below it the benchmark's. */
function Beside({ row, benchmark }: { readonly row: FigureRow | undefined; readonly benchmark: string }) {
  const { t } = useTranslation();
  return (
    <span className={texts.twoLines}>
      <Percent value={row?.own} change={row?.name !== 'volatility'} />
      {row?.benchmark === undefined ? null : (
        <span className={texts.sub} title={benchmark}>
          {t('baskets.against', { rate: percent(row.benchmark, row.name !== 'volatility') })}
        </span>
      )}
    </span>
  );
}
