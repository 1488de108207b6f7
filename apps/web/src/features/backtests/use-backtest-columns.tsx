import type { BacktestItem } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, wholeRupees } from '../../lib/format.ts';
import { symbolsInShort } from '../../lib/symbol-list.ts';
import { Gain, Percent } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { BacktestState } from './backtest-status.tsx';
import { CancelButton } from './cancel-button.tsx';
import { CompareCell } from './compare-choosing.tsx';

/** @param canCancel whether a row waits or runs: only then is there anything to cancel */
export function useBacktestColumns(canCancel: boolean): readonly TableColumn<BacktestItem>[] {
  const { t, i18n } = useTranslation();
  return useMemo((): TableColumn<BacktestItem>[] => {
    const daysOf = (row: BacktestItem) =>
      t('backtests.fromTo', {
        from: dayInFull(row.from_date, i18n.language),
        to: dayInFull(row.to_date, i18n.language),
      });
    return [
      {
        id: 'name',
        header: t('backtests.column.trick'),
        sort: { name: 'name', kind: 'text' },
        csv: (row) => row.name,
        cell: (row) => (
          <span className={texts.twoLines}>
            <strong>{row.name}</strong>
            <span className={texts.sub} title={row.instruments.join(', ')}>
              {symbolsInShort(row.instruments)} · {t(`strategies.intervals.${row.interval}`)}
            </span>
          </span>
        ),
      },
      {
        id: 'days',
        header: t('backtests.column.days'),
        priority: 2,
        width: '13rem',
        wide: true,
        csv: daysOf,
        cell: (row) => (
          <span className={texts.twoLines}>
            <span>{daysOf(row)}</span>
            <span className={texts.sub}>{wholeRupees(row.capitalPaise)}</span>
          </span>
        ),
      },
      {
        id: 'status',
        header: t('backtests.column.status'),
        csv: (row) => t(`backtests.status.${row.status}`),
        width: '8rem',
        cell: (row) => <BacktestState status={row.status} progressPercent={row.progressPercent} />,
      },
      {
        id: 'net',
        width: '8.5rem',
        header: t('backtests.column.net'),
        align: 'end',
        sort: { name: 'result', kind: 'number' },
        csv: (row) => (row.netPnlPaise === undefined ? '' : row.netPnlPaise / 100),
        cell: (row) => (
          <span className={texts.twoLines}>
            <Gain paise={row.netPnlPaise} />
            {row.netPnlPaise === undefined || row.costs ? null : (
              <span className={texts.sub}>{t('backtests.uncharged')}</span>
            )}
          </span>
        ),
      },
      {
        id: 'return',
        header: t('backtests.column.return'),
        align: 'end',
        sort: { name: 'return', kind: 'number' },
        csv: (row) => row.returnPercent ?? '',
        cell: (row) =>
          row.returnPercent === undefined ? t('common.none') : <Percent value={row.returnPercent} change />,
      },
      {
        id: 'trades',
        header: t('backtests.column.trades'),
        align: 'end',
        priority: 2,
        sort: { name: 'trades', kind: 'number' },
        csv: (row) => row.trades ?? '',
        cell: (row) => (row.trades === undefined ? t('common.none') : count(row.trades)),
      },
      {
        id: 'made',
        header: t('backtests.column.asked'),
        align: 'end',
        priority: 3,
        sort: { name: 'time', kind: 'time' },
        csv: (row) => row.createdAt,
        cell: (row) => <Moment at={row.createdAt} wall />,
      },
      {
        id: 'compare',
        header: t('backtests.compare.column'),
        align: 'end',
        width: '6rem',
        cell: (row) => <CompareCell row={row} />,
      },
      ...(canCancel ? [cancelColumn(t('backtests.column.action'))] : []),
    ];
  }, [t, i18n.language, canCancel]);
}

function cancelColumn(header: string): TableColumn<BacktestItem> {
  return {
    id: 'cancel',
    header,
    align: 'end',
    width: '6rem',
    cell: (row) => <CancelButton BacktestId={row.BacktestId} status={row.status} name={row.name} />,
  };
}
