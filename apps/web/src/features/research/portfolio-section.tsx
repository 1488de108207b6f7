import type { PortfolioTricks } from '@trickdesk/contract';
import { weekdayBefore } from '@trickdesk/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInFull } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { EquityChart } from '../../ui/charts/equity-chart.tsx';
import facts from '../../ui/facts.module.css';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Section } from '../../ui/section.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import css from './research.module.css';

type Figures = NonNullable<PortfolioTricks['figures']>;
type Member = Figures['trick_list'][number];

interface PortfolioSectionProps {
  readonly portfolio: PortfolioTricks;
  readonly hidden: boolean;
}

/** One portfolio: what it comes to, the tricks that this is the sum of, and how alike their days are. */
export function PortfolioSection({ portfolio: { name, summary, tricks, figures }, hidden }: PortfolioSectionProps) {
  const { t } = useTranslation();
  return (
    <Section title={name}>
      <div className={css.detail}>
        <p className={facts.text}>{summary}</p>
        {figures ? (
          <PortfolioFigures name={name} figures={figures} />
        ) : (
          <>
            {hidden ? null : <p className={facts.text}>{t('research.portfolios.waiting')}</p>}
            <ul className={css.disclosure}>
              {tricks.map((trick) => (
                <li key={trick.TricksId}>
                  <AppLink to={`/tricks/${trick.TricksId}`}>{trick.name}</AppLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  );
}

function PortfolioFigures({ name, figures }: { readonly name: string; readonly figures: Figures }) {
  const { t, i18n } = useTranslation();
  const { basis, capitalPaise, equity } = figures;
  // From what they began with: the loss of the first day is a loss, too.
  const points = useMemo(
    () => [{ date: weekdayBefore(basis.from_date), valuePaise: capitalPaise }, ...equity],
    [basis.from_date, capitalPaise, equity],
  );
  const days = {
    ...{ data: basis.data, count: basis.days },
    from: dayInFull(basis.from_date, i18n.language),
    to: dayInFull(basis.to_date, i18n.language),
  };
  return (
    <>
      <p className={css.notice}>
        {t(basis.simulated ? 'research.portfolios.simulated' : 'research.portfolios.basis', days)}
      </p>
      <FiguresStrip
        items={[
          { label: t('research.portfolios.capital'), value: <Money paise={figures.capitalPaise} form="short" /> },
          {
            label: t('research.portfolios.result'),
            value: <Gain paise={figures.netPnlPaise} />,
            note: t('research.portfolios.afterCharges'),
            lead: true,
          },
          { label: t('research.portfolios.return'), value: <Percent value={figures.returnPercent} change /> },
          { label: t('research.portfolios.drawdown'), value: <Percent value={figures.maxDrawdownPercent} /> },
        ]}
      />
      <EquityChart points={points} />
      <Members name={name} members={figures.trick_list} />
      <Correlation figures={figures} />
    </>
  );
}

/** The same days of each trick: they add up to the whole. */
function Members({ name, members }: { readonly name: string; readonly members: readonly Member[] }) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): TableColumn<Member>[] => [
      { id: 'name', header: t('research.portfolios.trick'), wide: true, cell: (member) => member.name },
      {
        id: 'capital',
        header: t('research.portfolios.capital'),
        align: 'end',
        width: '9rem',
        priority: 2,
        cell: ({ capitalPaise }) => <Money paise={capitalPaise} form="short" />,
      },
      {
        id: 'result',
        header: t('research.portfolios.result'),
        align: 'end',
        width: '9rem',
        cell: ({ netPnlPaise }) => <Gain paise={netPnlPaise} />,
      },
      {
        id: 'return',
        header: t('research.portfolios.return'),
        align: 'end',
        width: '7rem',
        cell: ({ returnPercent }) => <Percent value={returnPercent} change />,
      },
      {
        id: 'drawdown',
        header: t('research.portfolios.drawdown'),
        align: 'end',
        width: '7rem',
        priority: 2,
        cell: ({ maxDrawdownPercent }) => <Percent value={maxDrawdownPercent} />,
      },
    ],
    [t],
  );
  return (
    <DataTable<Member>
      bare
      label={t('research.portfolios.tricksOf', { name })}
      columns={columns}
      state={{
        data: { rows: members, total: members.length, pageSize: Math.max(1, members.length) },
        error: null,
        refetch: () => undefined,
      }}
      rowKey={({ TricksId }) => TricksId}
      rowLink={({ TricksId }) => `/tricks/${TricksId}`}
      empty={null}
    />
  );
}

/** Each pair once, in a figure and in a word. */
function Correlation({ figures: { correlation, trick_list: members } }: { readonly figures: Figures }) {
  const { t } = useTranslation();
  const nameOf = (id: number): string => members.find(({ TricksId }) => TricksId === id)?.name ?? '';
  return (
    <section>
      <h3 className={css.title}>{t('research.portfolios.correlation')}</h3>
      <p className={facts.text}>{t('research.portfolios.correlationText')}</p>
      <dl className={facts.facts}>
        {correlation.map(({ first, second, value }) => (
          <div key={`${first}-${second}`}>
            <dt>{t('research.portfolios.pair', { first: nameOf(first), second: nameOf(second) })}</dt>
            <dd>
              {value === undefined
                ? t('research.portfolios.tooFew')
                : t(`research.portfolios.${alikeness(value)}`, { value: value.toFixed(2).replace('-', '−') })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Below a third two results have little to do with each other. */
const LITTLE = 0.3;
const alikeness = (value: number) => (value >= LITTLE ? 'alike' : value <= -LITTLE ? 'opposite' : 'apart');
