import type { OpsPublication } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { Percent } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { useListState } from '../../ui/table/list-state.ts';
import texts from '../../ui/texts.module.css';
import { ChoiceFilter } from './choice-filter.tsx';
import { EvidenceDot } from './evidence-dot.tsx';
import { ListPage } from './list-page.tsx';
import { PersonLines } from './person-lines.tsx';
import { STATE_TONES, shownState, TRICK_LISTS, tricksInput } from './tricks-view.ts';

/** Versions of people's tricks that wait for the catalogue, and what was decided. */
export function OpsTricksPage() {
  const { t } = useTranslation();
  const input = tricksInput(useListState().query);
  return (
    <ListPage
      title={t('operations.tricks.title')}
      lead={t('operations.tricks.lead')}
      input={input}
      state={useCall('opstricks', input, { keepPrevious: true })}
      rowsOf={({ publication_list }) => publication_list}
      columns={useTrickColumns()}
      path="/ops/tricks"
      rowRef={({ publicationId }) => String(publicationId)}
      isQueue
      filters={
        <ChoiceFilter
          label={t('operations.state')}
          name="state"
          values={TRICK_LISTS}
          say={(value) => t(`operations.tricks.lists.${value}`)}
        />
      }
      empty={{ title: t('operations.nothingWaits'), text: t('operations.tricks.emptyText') }}
      noMatch={{ title: t('operations.tricks.noMatch'), text: t('operations.tricks.noMatchText') }}
      total={(counted) => t('operations.tricks.total', counted)}
    />
  );
}

function useTrickColumns(): readonly TableColumn<OpsPublication>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OpsPublication>[] => [
      {
        id: 'trick',
        header: t('operations.tricks.trick'),
        sort: { name: 'name', kind: 'text' },
        cell: ({ name, version }) => (
          <span className={texts.twoLines}>
            <span>{name}</span>
            <span className={texts.sub}>{t('strategies.version', { version })}</span>
          </span>
        ),
      },
      {
        id: 'person',
        header: t('operations.tricks.owner'),
        priority: 2,
        cell: ({ person }) => <PersonLines person={person} />,
      },
      {
        id: 'evidence',
        header: t('operations.tricks.evidence'),
        width: '13rem',
        priority: 2,
        cell: ({ evidence }) => <EvidenceDot evidence={evidence} />,
      },
      {
        id: 'return',
        header: t('operations.tricks.return'),
        width: '9rem',
        align: 'end',
        cell: ({ backtest }) => <Percent value={backtest.returnPercent} change />,
      },
      {
        id: 'trades',
        header: t('strategies.trades'),
        width: '6rem',
        align: 'end',
        priority: 2,
        cell: ({ backtest }) => count(backtest.trades ?? 0),
      },
      {
        id: 'state',
        header: t('operations.state'),
        width: '9rem',
        cell: (row) => (
          <StateDot tone={STATE_TONES[shownState(row)]}>{t(`operations.tricks.states.${shownState(row)}`)}</StateDot>
        ),
      },
      {
        id: 'submitted',
        header: t('operations.tricks.submittedAt'),
        width: '10rem',
        priority: 2,
        sort: { name: 'time', kind: 'time' },
        cell: ({ submittedAt }) => <Moment at={submittedAt} wall />,
      },
    ],
    [t],
  );
}
