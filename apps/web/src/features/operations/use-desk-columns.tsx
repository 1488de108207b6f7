import type { DeskTrick } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Money } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';

export function useDeskColumns(): readonly TableColumn<DeskTrick>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<DeskTrick>[] => [
      {
        id: 'trick',
        header: t('desk.trick'),
        cell: ({ name, person }) => (
          <span className={texts.twoLines}>
            <span>{name}</span>
            <span className={texts.sub}>{person.fullName}</span>
          </span>
        ),
        csv: ({ name }) => name,
      },
      {
        id: 'mode',
        header: t('desk.mode'),
        width: '11rem',
        cell: ({ badge }) => <ModeBadge badge={badge} />,
        csv: ({ badge }) => t(`mode.${badge}`),
      },
      {
        id: 'state',
        header: t('operations.state'),
        width: '9rem',
        cell: (trick) => <TrickState trick={trick} />,
        csv: (trick) => t(`desk.states.${stateOf(trick)}`),
      },
      {
        id: 'capital',
        header: t('desk.capital'),
        align: 'end',
        width: '9rem',
        priority: 3,
        cell: ({ capitalPaise }) => <Money paise={capitalPaise} form="whole" />,
        csv: ({ capitalPaise }) => capitalPaise / 100,
      },
      {
        id: 'positions',
        header: t('desk.open'),
        align: 'end',
        width: '6rem',
        priority: 2,
        cell: ({ openPositions }) => count(openPositions),
        csv: ({ openPositions }) => openPositions,
      },
      {
        id: 'started',
        header: t('desk.startedAt'),
        width: '10rem',
        priority: 2,
        sort: { name: 'time', kind: 'time' },
        cell: ({ startedAt }) => (startedAt === undefined ? t('common.none') : <Moment at={startedAt} wall />),
        csv: ({ startedAt }) => startedAt ?? '',
      },
    ],
    [t],
  );
}

type State = 'running' | 'stopping' | 'exiting' | 'halted' | 'haltedHolds' | 'noRunner';

/** One word: what matters most. */
function stateOf({ trickStatus, phase, hasRunner }: DeskTrick): State {
  if (hasRunner === false) return 'noRunner';
  if (trickStatus === 3) return phase === 'idle' ? 'halted' : 'haltedHolds';
  return phase === 'stopping' || phase === 'exiting' ? phase : 'running';
}

export function TrickState({ trick }: { readonly trick: DeskTrick }) {
  const { t } = useTranslation();
  const state = stateOf(trick);
  const tone = state === 'running' ? 'good' : state === 'stopping' || state === 'exiting' ? 'busy' : 'bad';
  return (
    <StateDot tone={tone} title={trick.statusReason}>
      {t(`desk.states.${state}`)}
    </StateDot>
  );
}
