import type { BacktestSweep } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, percent, wholeRupees } from '../../lib/format.ts';
import { symbolsInShort } from '../../lib/symbol-list.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { GrowthChart } from '../../ui/charts/growth-chart.tsx';
import { LineSample } from '../../ui/charts/line-sample.tsx';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { ratio } from '../../ui/figures/ratio.tsx';
import { Section } from '../../ui/section.tsx';
import css from './compare.module.css';
import {
  BASES,
  type Basis,
  bestPlaces,
  type ComparedRun,
  differingBases,
  FIGURE_NAMES,
  FIGURES,
  type FigureName,
  growthOf,
  isHindered,
} from './compare-view.ts';
import { HASH_SHOWN } from './input-section.tsx';
import { PlainTable } from './plain-table.tsx';

interface RunsProps {
  readonly runs: readonly ComparedRun[];
}

/** A name for each run that is short enough for a chart and a column. */
const LABELS = ['A', 'B', 'C', 'D'] as const;
const labelOf = (place: number): string => LABELS[place] ?? '';

/** Runs beside each other: which they are and what sets them apart, their curves, their figures. */
export function Comparison({ runs }: RunsProps) {
  const { t } = useTranslation();
  const curves = useMemo(() => runs.map(({ report }, i) => ({ label: labelOf(i), points: growthOf(report) })), [runs]);
  return (
    <>
      <Section title={t('backtests.compare.runs')}>
        <ul className={css.runs}>
          {runs.map((run, place) => (
            <Run key={run.BacktestId} run={run} place={place} />
          ))}
        </ul>
        <Comparable runs={runs} />
      </Section>
      <Section title={t('backtests.compare.equity')} note={t('backtests.compare.equityNote')}>
        <GrowthChart curves={curves} />
      </Section>
      <Section title={t('backtests.compare.figures')} note={t('backtests.compare.figuresNote')}>
        <FiguresTable runs={runs} />
      </Section>
      <Section title={t('backtests.compare.basis')} note={t('backtests.compare.basisNote')}>
        <BasisTable runs={runs} />
      </Section>
    </>
  );
}

function Run({ run, place }: { readonly run: ComparedRun; readonly place: number }) {
  const { t } = useTranslation();
  return (
    <li className={css.run}>
      <span className={css.label}>
        {labelOf(place)} <LineSample place={place} />
      </span>
      <span>
        <AppLink to={`/backtests/${run.BacktestId}`}>{t('backtests.of', { name: run.name })}</AppLink>{' '}
        <span className={css.quiet}>
          {t('backtests.compare.number', { id: run.BacktestId })} · {symbolsInShort(run.instruments)} ·{' '}
          {t(`strategies.intervals.${run.interval}`)}
        </span>
      </span>
    </li>
  );
}

/** Whether figures of the runs may be held against each other, in words. */
function Comparable({ runs }: RunsProps) {
  const { t, i18n } = useTranslation();
  const differing = differingBases(runs);
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const names = list.format(differing.map((basis) => t(`backtests.compare.bases.${basis}`)));
  const words = [
    differing.length > 0 ? t('backtests.compare.differ', { names }) : t('backtests.compare.same'),
    isHindered(differing)
      ? t('backtests.compare.hindered')
      : differing.includes('capital')
        ? t('backtests.compare.otherCapital')
        : '',
    runs.some(({ report }) => report.basis.simulated) ? t('backtests.simulated') : '',
    t('strategies.report.past'),
  ];
  return <p className={css.words}>{words.filter(Boolean).join(' ')}</p>;
}

function FiguresTable({ runs }: RunsProps) {
  const { t } = useTranslation();
  const verdicts = runs.map(({ report: { evidence } }) =>
    evidence ? t(`backtests.verdict.word.${evidence.evidence}`) : t('common.none'),
  );
  return (
    <RunsTable
      label={t('backtests.compare.figures')}
      runs={runs}
      rows={[
        ...FIGURE_NAMES.map((name) => ({ key: name, cells: [nameOf(name, t), ...figureCells(name, runs, t)] })),
        { key: 'verdict', cells: [t('backtests.verdict.title'), ...verdicts] },
      ]}
    />
  );
}

function figureCells(name: FigureName, runs: readonly ComparedRun[], t: TFunction): ReactNode[] {
  const best = bestPlaces(name, runs);
  return runs.map((run, place) => (
    <span key={run.BacktestId} className={best.includes(place) ? css.best : undefined}>
      {best.includes(place) ? (
        <span className={css.tag}>{t(runs.length > 2 ? 'backtests.compare.best' : 'backtests.compare.better')}</span>
      ) : null}{' '}
      {shown(name, FIGURES[name].of(run.report), t)}
    </span>
  ));
}

function nameOf(name: FigureName, t: TFunction): string {
  return t(`backtests.compare.figure.${name}`);
}

const SIGNED: readonly FigureName[] = ['return', 'cagr'];

function shown(name: FigureName, value: number | undefined, t: TFunction): ReactNode {
  switch (FIGURES[name].unit) {
    case 'paise':
      return name === 'charges' && value !== undefined ? <Money paise={value} /> : <Gain paise={value} />;
    case 'percent':
      return <Percent value={value} change={SIGNED.includes(name)} />;
    case 'ratio':
      return ratio(value, t);
    case 'count':
      return value === undefined ? t('common.none') : count(value);
  }
}

/** What each result rests on; where it is not the same for all, the row says so. */
function BasisTable({ runs }: RunsProps) {
  const { t, i18n } = useTranslation();
  const differing = differingBases(runs);
  const cells: Readonly<Record<Basis, (run: ComparedRun) => string>> = {
    days: ({ report: { basis } }) =>
      t('backtests.fromTo', {
        from: dayInFull(basis.from_date, i18n.language),
        to: dayInFull(basis.to_date, i18n.language),
      }),
    prices: ({ report }) => report.basis.data,
    costs: ({ costs }) => (costs ? t('backtests.input.charged') : t('backtests.input.notCharged')),
    slippage: ({ slippageBps }) => percent(slippageBps / 100),
    capital: ({ capitalPaise }) => wholeRupees(capitalPaise),
    instruments: ({ instruments }) => symbolsInShort(instruments),
    interval: ({ interval }) => t(`strategies.intervals.${interval}`),
    rules: ({ versionHash, report: { sweep } }) =>
      [versionHash.slice(0, HASH_SHOWN), ...(sweep ? bestValues(sweep) : [])].join(', '),
  };
  return (
    <RunsTable
      label={t('backtests.compare.basis')}
      runs={runs}
      rows={BASES.map((basis) => ({
        key: basis,
        lead: differing.includes(basis),
        cells: [
          <span key="name">
            {t(`backtests.compare.basisOf.${basis}`)}
            {differing.includes(basis) ? <span className={css.tag}>{t('backtests.compare.differs')}</span> : null}
          </span>,
          ...runs.map((run) => <bdi key={run.BacktestId}>{cells[basis](run)}</bdi>),
        ],
      }))}
    />
  );
}

/** Of the run that the report of a sweep tells of: `fast 12`. */
function bestValues({ parameters, combinations, best }: BacktestSweep): string[] {
  const values = combinations[best]?.values ?? [];
  return parameters.map(({ name, label = name }, i) => `${label} ${values[i] ?? ''}`);
}

interface RunsTableProps extends RunsProps {
  readonly label: string;
  readonly rows: Parameters<typeof PlainTable>[0]['rows'];
}

function RunsTable({ label, runs, rows }: RunsTableProps) {
  const { t } = useTranslation();
  return (
    <PlainTable
      label={t('backtests.report.tableOf', { title: label })}
      head={[label, ...runs.map((_, place) => labelOf(place))]}
      rows={rows}
      whole
    />
  );
}
