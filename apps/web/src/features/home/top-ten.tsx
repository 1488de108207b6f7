import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { Sparkline } from '../../ui/figures/sparkline.tsx';
import { TrackLines } from '../../ui/figures/track-lines.tsx';
import { Section } from '../../ui/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import texts from '../../ui/texts.module.css';
import { badgeOf } from './api.ts';
import css from './home.module.css';

type Ranked = OutputOfCall<'gettopten'>['trick_list'][number];

function BasedOn({ trick }: { readonly trick: Ranked }) {
  const { t } = useTranslation();
  const { basis, since } = trick;
  if (trick.returnsHidden || since === undefined || basis === undefined) {
    return <span className={texts.sub}>{t('home.hiddenLine', { risk: t(`strategies.risk.${trick.risk}`) })}</span>;
  }
  const mode = t(`mode.${badgeOf(basis.kind === 'live' ? 'live' : 'test', basis.simulated)}`);
  return <TrackLines track={{ ...trick, since }} mode={mode} />;
}

/** What a return is made of: it is the result in percent of the capital. */
function MadeOf({ trick }: { readonly trick: Ranked }) {
  const { t } = useTranslation();
  const { netPnlPaise, openPnlPaise, chargesPaise, capitalPaise } = trick;
  if (netPnlPaise === undefined || openPnlPaise === undefined) return null;
  return (
    <details className={css.madeOf} data-money="part">
      <summary>{t('common.showDetails')}</summary>
      <dl>
        <dt>{t('home.ten.closed')}</dt>
        <dd>
          <Gain paise={netPnlPaise - openPnlPaise} />
        </dd>
        <dt>{t('home.ten.open')}</dt>
        <dd>
          <Gain paise={openPnlPaise} />
        </dd>
        <dt>{t('home.ten.net')}</dt>
        <dd>
          <Gain paise={netPnlPaise} />
        </dd>
        <dt>{t('home.ten.charges')}</dt>
        <dd>
          <Money paise={chargesPaise} />
        </dd>
        <dt>{t('home.ten.capital')}</dt>
        <dd>
          <Money paise={capitalPaise} form="whole" />
        </dd>
      </dl>
    </details>
  );
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
              {trick.state === 'offered' ? null : <span className={texts.sub}> {t(`home.ten.${trick.state}`)}</span>}
            </span>
            <BasedOn trick={trick} />
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
        width: '12rem',
        cell: (trick) => (
          <>
            <Percent value={trick.returnPercent} change />
            <MadeOf trick={trick} />
          </>
        ),
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
        // One that was deleted has no page of its own.
        rowLink={(trick) => (trick.state === 'gone' ? '/tricks' : `/tricks/${trick.TricksId}`)}
        empty={<Empty title={t('home.noTopTenTitle')} text={t('home.noTopTen')} />}
      />
      {top.data ? (
        <div className={css.basis}>
          <p>{top.data.note}</p>
          {top.data.disclosures.map((name) => (
            <p key={name}>{t(`home.disclosure.${name}`)}</p>
          ))}
        </div>
      ) : null}
    </Section>
  );
}
