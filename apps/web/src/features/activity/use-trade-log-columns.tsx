import type { TradeLogEntry } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import css from './log.module.css';

const TONES: Readonly<Record<TradeLogEntry['kind'], StateTone>> = {
  decision: 'quiet',
  veto: 'quiet',
  order: 'quiet',
  fill: 'good',
  rejection: 'bad',
  halt: 'bad',
  notice: 'quiet',
};

export function useTradeLogColumns(): readonly TableColumn<TradeLogEntry>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<TradeLogEntry>[] => [
      {
        id: 'time',
        header: t('activity.trades.time'),
        sort: { name: 'time', kind: 'time' },
        width: '8rem',
        csv: (entry) => entry.at,
        cell: (entry) => <Moment at={entry.at} />,
      },
      {
        id: 'kind',
        header: t('activity.kindColumn'),
        width: '8rem',
        csv: (entry) => t(`activity.kind.${entry.kind}`),
        cell: (entry) => <StateDot tone={TONES[entry.kind]}>{t(`activity.kind.${entry.kind}`)}</StateDot>,
      },
      {
        id: 'sentence',
        header: t('activity.trades.what'),
        wide: true,
        csv: (entry) => entry.sentence,
        cell: (entry) => <p className={css.sentence}>{entry.sentence}</p>,
      },
      {
        id: 'trick',
        header: t('activity.trades.trick'),
        width: '12rem',
        wide: true,
        csv: (entry) => entry.trickName ?? '',
        cell: (entry) =>
          entry.TricksId === undefined ? (
            <span>{t('activity.trades.byHand')}</span>
          ) : (
            <AppLink to={`/my-tricks/${entry.TricksId}`}>{entry.trickName}</AppLink>
          ),
      },
      {
        id: 'symbol',
        header: t('activity.trades.symbol'),
        width: '7rem',
        priority: 3,
        csv: (entry) => entry.symbol ?? '',
        cell: (entry) => <bdi>{entry.symbol ?? t('common.none')}</bdi>,
      },
      {
        id: 'mode',
        header: t('activity.trades.mode'),
        width: '8rem',
        wide: true,
        csv: (entry) => t(`mode.${entry.badge}`),
        cell: (entry) => <ModeBadge badge={entry.badge} />,
      },
    ],
    [t],
  );
}
