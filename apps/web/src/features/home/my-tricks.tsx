import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { symbolsInShort } from '../../lib/symbol-list.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Explained } from '../../ui/figures/explained.tsx';
import { Gain } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import texts from '../../ui/texts.module.css';
import { type Mode, type MyTrickRow, stateOf, type TrickState } from './api.ts';
import css from './home.module.css';

const TONES: Readonly<Record<TrickState, StateTone>> = {
  running: 'good',
  stopping: 'busy',
  exiting: 'busy',
  halted: 'bad',
  stopped: 'quiet',
  exited: 'quiet',
};

interface MyTricksProps {
  readonly tricks: readonly MyTrickRow[];
  readonly mode: Mode;
  readonly onShowTest: () => void;
}

export function MyTricks({ tricks, mode, onShowTest }: MyTricksProps) {
  const { t } = useTranslation();
  const rows = tricks.filter((trick) => (trick.mode === 'Live') === (mode === 'live'));
  const columns = useMemo(
    (): TableColumn<MyTrickRow>[] => [
      {
        id: 'name',
        header: t('home.trick'),
        cell: (trick) => (
          <span className={css.name}>
            {trick.name}
            <span className={texts.sub} title={trick.symbols.join(', ')}>
              {symbolsInShort(trick.symbols)}
            </span>
          </span>
        ),
      },
      {
        id: 'state',
        header: t('home.state'),
        width: '7rem',
        cell: (trick) => (
          <StateDot tone={TONES[stateOf(trick)]} title={trick.statusReason}>
            {t(`home.status.${stateOf(trick)}`)}
          </StateDot>
        ),
      },
      {
        id: 'open',
        header: t('home.positions'),
        align: 'end',
        width: '6rem',
        priority: 2,
        cell: (trick) =>
          trick.openPositions === 0 ? t('common.none') : t('home.openCount', { count: trick.openPositions }),
      },
      {
        id: 'day',
        header: t('home.dayPnl'),
        align: 'end',
        width: '8rem',
        cell: ({ TricksId, dayPnlPaise }) => (
          <Explained ask={{ figure: 'trickDay', TricksId }} value={dayPnlPaise}>
            <Gain paise={dayPnlPaise} live />
          </Explained>
        ),
      },
      {
        id: 'total',
        header: t('home.totalPnl'),
        align: 'end',
        width: '8rem',
        cell: ({ TricksId, totalPnlPaise }) => (
          <Explained ask={{ figure: 'trickTotal', TricksId }} value={totalPnlPaise}>
            <Gain paise={totalPnlPaise} live />
          </Explained>
        ),
      },
    ],
    [t],
  );
  return (
    <Section
      title={t('home.myTricks')}
      flush
      aside={<AppLink to={`/my-tricks?type=${mode === 'live' ? 'Live' : 'Test'}`}>{t('home.myTricksAll')}</AppLink>}
    >
      <DataTable
        bare
        label={t('home.myTricks')}
        columns={columns}
        state={{
          data: { rows, total: rows.length, pageSize: rows.length },
          error: undefined,
          refetch: () => undefined,
        }}
        rowKey={(trick) => trick.TricksId}
        rowLink={(trick) => `/my-tricks/${trick.TricksId}`}
        empty={
          mode === 'test' ? (
            <Empty
              title={t('home.noTricksTitle')}
              text={t('home.noTricksTest')}
              action={<ButtonLink to="/tricks">{t('home.chooseTrick')}</ButtonLink>}
            />
          ) : (
            <Empty
              title={t('home.noTricksTitle')}
              text={t('home.noTricksLive')}
              action={
                <button type="button" className={css.link} onClick={onShowTest}>
                  {t('home.seeTest')}
                </button>
              }
            />
          )
        }
      />
    </Section>
  );
}
