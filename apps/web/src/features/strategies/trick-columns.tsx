import type { TrickItem } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Money, Percent } from '../../ui/figures/figures.tsx';
import { Sparkline } from '../../ui/figures/sparkline.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { badgeOfRecord, basisLine, drawdownOf } from './basis.ts';

/** An order by what is hidden would tell it: the server has none then. */
const TELLS_NO_RETURN: readonly string[] = ['name', 'capital'];

/** The catalogue's columns. What the figures rest on stands under the name, so that it never scrolls away from them. */
export function useTrickColumns(returnsHidden: boolean): readonly TableColumn<TrickItem>[] {
  const columns = useAllColumns();
  return useMemo(() => {
    if (!returnsHidden) return columns;
    return columns.map(({ sort, ...column }) =>
      sort && TELLS_NO_RETURN.includes(sort.name) ? { ...column, sort } : column,
    );
  }, [columns, returnsHidden]);
}

function useAllColumns(): readonly TableColumn<TrickItem>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<TrickItem>[] => [
      {
        id: 'name',
        header: t('strategies.name'),
        sort: { name: 'name', kind: 'text' },
        csv: (trick) => trick.name,
        cell: (trick) => (
          <span className={texts.twoLines}>
            <span>{trick.name}</span>
            <span className={texts.sub}>{basisLine(trick, t) ?? t('strategies.noFiguresShort')}</span>
          </span>
        ),
      },
      {
        id: 'kind',
        header: t('strategies.kind'),
        priority: 2,
        width: '8.5rem',
        csv: (trick) => trick.category,
        cell: (trick) => (
          <span className={texts.twoLines}>
            <span>{t(`strategies.category.${trick.category}`)}</span>
            <span className={texts.sub}>{t(`strategies.segment.${trick.segment}`)}</span>
          </span>
        ),
      },
      {
        id: 'risk',
        header: t('strategies.riskColumn'),
        priority: 3,
        width: '6.5rem',
        csv: (trick) => trick.risk,
        cell: (trick) => t(`strategies.risk.${trick.risk}`),
      },
      {
        id: 'curve',
        header: t('strategies.curveColumn'),
        priority: 3,
        width: '6rem',
        cell: (trick) => (
          <Sparkline values={trick.sparkline ?? []} label={t('strategies.curve', { name: trick.name })} height={24} />
        ),
      },
      {
        id: 'record',
        header: t('strategies.record'),
        sort: { name: 'record', kind: 'number' },
        align: 'end',
        width: '8.5rem',
        csv: (trick) => trick.record?.returnPercent,
        cell: ({ record }) =>
          record ? (
            <span className={texts.twoLines}>
              <Percent value={record.returnPercent} change />
              <span className={texts.sub}>{t(`mode.${badgeOfRecord(record)}`)}</span>
              <span className={texts.sub}>
                <bdi>{t('strategies.rankIs', { rank: count(record.rank), of: count(record.of) })}</bdi>
              </span>
            </span>
          ) : (
            t('common.none')
          ),
      },
      {
        id: 'return',
        header: t('strategies.backTestReturn'),
        sort: { name: 'return_total', kind: 'number' },
        align: 'end',
        width: '6rem',
        csv: (trick) => trick.returnTotalPercent,
        cell: (trick) => <Percent value={trick.returnTotalPercent} change />,
      },
      {
        id: 'drawdown',
        header: t('strategies.drawdown'),
        sort: { name: 'drawdown', kind: 'number', startsUp: true },
        align: 'end',
        width: '7.5rem',
        csv: drawdownOf,
        cell: (trick) => <Percent value={drawdownOf(trick)} />,
      },
      {
        id: 'wins',
        header: t('strategies.winRate'),
        sort: { name: 'win_rate', kind: 'number' },
        align: 'end',
        width: '5.5rem',
        priority: 2,
        csv: (trick) => trick.winRatePercent,
        cell: (trick) => <Percent value={trick.winRatePercent} />,
      },
      {
        id: 'capital',
        header: t('strategies.capital'),
        sort: { name: 'capital', kind: 'number', startsUp: true },
        align: 'end',
        width: '8rem',
        priority: 2,
        csv: (trick) => trick.minCapitalPaise / 100,
        cell: (trick) => <Money paise={trick.minCapitalPaise} form="whole" />,
      },
    ],
    [t],
  );
}
