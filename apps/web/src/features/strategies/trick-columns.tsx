import type { TrickItem } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Money, Percent } from '../../ui/figures/figures.tsx';
import { Sparkline } from '../../ui/figures/sparkline.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { basisLine, drawdownOf } from './basis.ts';

/** The catalogue's columns. What the figures rest on stands under the name, so that it never scrolls away from them. */
export function useTrickColumns(): readonly TableColumn<TrickItem>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<TrickItem>[] => [
      {
        id: 'name',
        header: t('strategies.name'),
        serverSort: 'name',
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
        width: '9rem',
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
        width: '7rem',
        csv: (trick) => trick.risk,
        cell: (trick) => t(`strategies.risk.${trick.risk}`),
      },
      {
        id: 'curve',
        header: t('strategies.curveColumn'),
        priority: 3,
        width: '7rem',
        cell: (trick) => (
          <Sparkline values={trick.sparkline ?? []} label={t('strategies.curve', { name: trick.name })} height={24} />
        ),
      },
      {
        id: 'return30',
        header: t('strategies.return30'),
        align: 'end',
        width: '6rem',
        priority: 2,
        serverSort: 'return_30d',
        csv: (trick) => trick.return30dPercent,
        cell: (trick) => <Percent value={trick.return30dPercent} change />,
      },
      {
        id: 'return',
        header: t('strategies.return'),
        align: 'end',
        width: '6rem',
        serverSort: 'return_total',
        csv: (trick) => trick.returnTotalPercent,
        cell: (trick) => <Percent value={trick.returnTotalPercent} change />,
      },
      {
        id: 'drawdown',
        header: t('strategies.drawdown'),
        align: 'end',
        width: '8rem',
        serverSort: 'drawdown',
        csv: drawdownOf,
        cell: (trick) => <Percent value={drawdownOf(trick)} />,
      },
      {
        id: 'wins',
        header: t('strategies.winRate'),
        align: 'end',
        width: '6rem',
        priority: 2,
        csv: (trick) => trick.winRatePercent,
        cell: (trick) => <Percent value={trick.winRatePercent} />,
      },
      {
        id: 'capital',
        header: t('strategies.capital'),
        align: 'end',
        width: '9rem',
        priority: 2,
        serverSort: 'capital',
        csv: (trick) => trick.minCapitalPaise / 100,
        cell: (trick) => <Money paise={trick.minCapitalPaise} form="whole" />,
      },
    ],
    [t],
  );
}
