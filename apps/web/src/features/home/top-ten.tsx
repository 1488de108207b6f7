import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Percent } from '../../ui/figures/figures.tsx';
import { Sparkline } from '../../ui/figures/sparkline.tsx';
import { Section } from '../../ui/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import texts from '../../ui/texts.module.css';
import { badgeOf } from './api.ts';
import css from './home.module.css';

type Ranked = OutputOfCall<'gettopten'>['trick_list'][number];

/** A back-test has no users, and users' results are never told in one line with it. */
function BasedOn({ trick }: { readonly trick: Ranked }) {
  const { t } = useTranslation();
  const { kind, simulated } = trick.basis;
  const trades = t('home.tradeCount', { count: trick.trades, formatted: count(trick.trades) });
  if (kind === 'back_test') return t('home.basedOnBackTest', { trades });
  const users = t('home.userCount', { count: trick.users, formatted: count(trick.users) });
  const badge = badgeOf(kind, simulated);
  return t('home.basedOn', { mode: t(`mode.${badge}`), trades, users });
}

/** The ten best after charges; each says over how many trades and users, so that luck can be told from skill. */
export function TopTen() {
  const { t } = useTranslation();
  const list = useListState();
  const thirtyDay = list.query['period'] === 'all' ? 0 : 1;
  const test = list.query['results'] === 'live' ? 0 : 1;
  const top = useCall('gettopten', { thirtyDay, test }, { keepPrevious: true });
  const rows = top.data?.trick_list;
  const columns = useMemo(
    (): TableColumn<Ranked>[] => [
      {
        id: 'name',
        header: t('home.trick'),
        cell: (trick) => (
          <span className={css.name}>
            <span>
              <span className={css.rank}>{trick.rank}</span> {trick.name}
            </span>
            <span className={texts.sub}>
              <BasedOn trick={trick} />
            </span>
          </span>
        ),
      },
      {
        id: 'curve',
        header: t('home.curve'),
        width: '7rem',
        priority: 2,
        cell: (trick) => <Sparkline values={trick.sparkline ?? []} label={t('home.trends', { name: trick.name })} />,
      },
      {
        id: 'return',
        header: t('home.return'),
        align: 'end',
        width: '7rem',
        cell: (trick) => <Percent value={trick.returnPercent} change />,
      },
    ],
    [t],
  );
  return (
    <Section
      title={t('home.topTen')}
      flush
      aside={
        <>
          <Segments
            label={t('home.topTenPeriod')}
            value={thirtyDay === 1 ? 'thirty' : 'all'}
            options={[
              { value: 'thirty', label: t('home.periods.thirty') },
              { value: 'all', label: t('home.periods.all') },
            ]}
            onChange={(value) => list.set({ period: value })}
          />
          <Segments
            label={t('home.topTenResults')}
            value={test === 1 ? 'test' : 'live'}
            options={[
              { value: 'test', label: t('home.results.test') },
              { value: 'live', label: t('home.results.live') },
            ]}
            onChange={(value) => list.set({ results: value })}
          />
        </>
      }
    >
      <DataTable
        bare
        label={t('home.topTen')}
        columns={columns}
        state={{
          data: rows ? { rows, total: rows.length, pageSize: 10 } : undefined,
          error: top.error,
          refetch: top.refetch,
        }}
        rowKey={(trick) => trick.TricksId}
        rowLink={(trick) => `/tricks/${trick.TricksId}`}
        empty={<Empty title={t('home.noTopTenTitle')} text={t('home.noTopTen')} />}
      />
      {top.data?.note ? <p className={css.basis}>{top.data.note}</p> : null}
    </Section>
  );
}
