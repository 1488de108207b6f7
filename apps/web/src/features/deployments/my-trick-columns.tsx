import type { MyTrick } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { symbolsInShort } from '../../lib/symbol-list.ts';
import { Explained } from '../../ui/figures/explained.tsx';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import css from './deployments.module.css';
import { stateOf, toneOf } from './trick-state.ts';

export function useMyTrickColumns(): readonly TableColumn<MyTrick>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<MyTrick>[] => [
      {
        id: 'name',
        header: t('deployments.trick'),
        sort: { name: 'name', kind: 'text' },
        csv: (trick) => trick.name,
        cell: (trick) => (
          <span className={texts.twoLines}>
            <span>{trick.name}</span>
            <span className={texts.sub} title={trick.symbols.join(', ')}>
              {symbolsInShort(trick.symbols)}
              {' ·\u00a0'}
              {t(`deployments.interval.${trick.interval}`)}
            </span>
          </span>
        ),
      },
      {
        id: 'state',
        header: t('deployments.stateColumn'),
        width: '10rem',
        csv: (trick) => t(`deployments.state.${stateOf(trick)}`),
        cell: (trick) => (
          <span className={texts.twoLines}>
            <StateDot tone={toneOf(trick)}>{t(`deployments.state.${stateOf(trick)}`)}</StateDot>
            {trick.statusReason ? (
              <span className={css.why} title={trick.statusReason} data-money="words">
                {trick.statusReason}
              </span>
            ) : null}
          </span>
        ),
      },
      {
        id: 'capital',
        header: t('deployments.capital'),
        sort: { name: 'capital', kind: 'number' },
        align: 'end',
        priority: 2,
        width: '8rem',
        csv: (trick) => trick.capitalPaise / 100,
        cell: ({ TricksId, capitalPaise }) => (
          <Explained ask={{ figure: 'trickCapital', TricksId }} value={capitalPaise}>
            <Money paise={capitalPaise} form="whole" />
          </Explained>
        ),
      },
      {
        id: 'open',
        header: t('deployments.open'),
        sort: { name: 'open', kind: 'number' },
        align: 'end',
        priority: 2,
        width: '7rem',
        csv: (trick) => trick.openPositions,
        cell: (trick) => (trick.openPositions === 0 ? t('common.none') : count(trick.openPositions)),
      },
      {
        id: 'day',
        header: t('deployments.today'),
        sort: { name: 'today', kind: 'number' },
        align: 'end',
        width: '9rem',
        csv: (trick) => trick.dayPnlPaise / 100,
        cell: ({ TricksId, dayPnlPaise }) => (
          <Explained ask={{ figure: 'trickDay', TricksId }} value={dayPnlPaise}>
            <Gain paise={dayPnlPaise} live />
          </Explained>
        ),
      },
      {
        id: 'total',
        header: t('deployments.total'),
        sort: { name: 'total', kind: 'number' },
        align: 'end',
        width: '9rem',
        csv: (trick) => trick.totalPnlPaise / 100,
        cell: ({ TricksId, totalPnlPaise }) => (
          <Explained ask={{ figure: 'trickTotal', TricksId }} value={totalPnlPaise}>
            <Gain paise={totalPnlPaise} live />
          </Explained>
        ),
      },
      {
        id: 'decision',
        header: t('deployments.lastDecision'),
        sort: { name: 'decision', kind: 'time' },
        align: 'end',
        priority: 3,
        width: '9rem',
        csv: (trick) => trick.lastDecisionAt,
        cell: (trick) => <Moment at={trick.lastDecisionAt} />,
      },
    ],
    [t],
  );
}
