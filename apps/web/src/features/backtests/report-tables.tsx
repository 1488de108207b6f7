import type { BacktestRun, BacktestTables } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { Gain, Percent } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './backtests.module.css';
import { PlainTable } from './plain-table.tsx';

interface TablesProps {
  readonly tables: BacktestTables;
}

type Group = Omit<BacktestTables['byWeekday'][number], 'weekday'>;

/** The result is next to the name: on a phone the rest is scrolled to. */
function groupCells({ trades, winRatePercent, expectancyPaise, netPnlPaise }: Group): ReactNode[] {
  return [
    <Gain key="net" paise={netPnlPaise} />,
    count(trades),
    <Percent key="wins" value={winRatePercent} />,
    <Gain key="average" paise={expectancyPaise} />,
  ];
}

function useGroupHead(first: string): string[] {
  const { t } = useTranslation();
  return [
    first,
    t('backtests.column.net'),
    t('strategies.trades'),
    t('strategies.winRate'),
    t('strategies.report.expectancy'),
  ];
}

interface ByInstrumentProps extends TablesProps {
  /** Whether charges are taken off. */
  readonly note: string;
}

export function ByInstrument({ tables: { byInstrument }, note }: ByInstrumentProps) {
  const { t } = useTranslation();
  const head = useGroupHead(t('strategies.trade.symbol'));
  if (byInstrument.length === 0) return null;
  return (
    <Section title={t('backtests.report.byInstrument')} note={note}>
      <PlainTable
        label={t('backtests.report.tableOf', { title: t('backtests.report.byInstrument') })}
        head={head}
        rows={byInstrument.map(({ symbol, ...group }) => ({ key: symbol, cells: [symbol, ...groupCells(group)] }))}
      />
    </Section>
  );
}

/** A week whose first day, 4 January 2026, is a Sunday: `weekday` counts from it. */
const A_SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

export function ByWeekday({ tables: { byWeekday } }: TablesProps) {
  const { t, i18n } = useTranslation();
  const head = useGroupHead(t('backtests.report.weekday'));
  if (byWeekday.length === 0) return null;
  const names = new Intl.DateTimeFormat(i18n.language, { timeZone: 'UTC', weekday: 'long' });
  return (
    <Section title={t('backtests.report.byWeekday')} note={t('backtests.report.byWeekdayNote')}>
      <PlainTable
        label={t('backtests.report.tableOf', { title: t('backtests.report.byWeekday') })}
        head={head}
        rows={byWeekday.map(({ weekday, ...group }) => ({
          key: String(weekday),
          cells: [names.format(A_SUNDAY + weekday * DAY_MS), ...groupCells(group)],
        }))}
      />
    </Section>
  );
}

type Compared = BacktestTables['comparisons'][number];

/** What is compared on some of the days only, with the run's own figures of these days above it. */
function useComparedRows(): (other: Compared) => readonly { key: string; lead?: boolean; cells: ReactNode[] }[] {
  const { t } = useTranslation();
  return (other) => {
    const { kind, part } = other;
    const days = part && t('backtests.report.partDays', { from: dayInFull(part.fromDate), to: dayInFull(part.toDate) });
    const named = (name: string): ReactNode => (
      <span className={css.way}>
        {name} {days ? <span className={texts.sub}>{days}</span> : null}
      </span>
    );
    const row = {
      key: kind,
      cells: [
        named(kind === 'index' ? other.name : t('backtests.report.held')),
        <Percent key="return" value={other.returnPercent} change />,
        <Percent key="fall" value={-Math.abs(other.maxDrawdownPercent)} />,
        <Percent key="ahead" value={other.aheadByPercent} change />,
        <bdi key="correlation">{other.correlation?.toFixed(2).replace('-', '−') ?? t('common.none')}</bdi>,
      ],
    };
    if (!part) return [row];
    const own = {
      key: `own ${kind}`,
      lead: true,
      cells: [
        named(t('backtests.report.thisBacktest')),
        <Percent key="return" value={part.ownReturnPercent} change />,
        <Percent key="fall" value={-Math.abs(part.ownMaxDrawdownPercent)} />,
        null,
        null,
      ],
    };
    return [own, row];
  };
}

/** On which days something is compared, where they are not all, and what is left out. */
function ComparedDays({ tables: { comparisons, notCompared = [] } }: TablesProps) {
  const { t } = useTranslation();
  const nameOf = ({ kind, name }: Pick<Compared, 'kind' | 'name'>): string =>
    kind === 'index' ? name : t('backtests.report.held');
  return (
    <>
      {comparisons.flatMap((other) =>
        other.part
          ? [
              <p className={css.note} key={other.kind}>
                {t('backtests.report.comparedPart', {
                  name: nameOf(other),
                  from: dayInFull(other.part.fromDate),
                  to: dayInFull(other.part.toDate),
                })}
              </p>,
            ]
          : [],
      )}
      {notCompared.map((other) => (
        <p className={css.note} key={other.kind}>
          {t('backtests.report.notCompared', {
            name: nameOf(other),
            days: count(other.days),
            ofDays: count(other.ofDays),
          })}
        </p>
      ))}
    </>
  );
}

/** The run beside what the same capital would have done otherwise. */
export function Comparisons({ report, tables }: TablesProps & { readonly report: BacktestRun }) {
  const { t } = useTranslation();
  const rowsOf = useComparedRows();
  const { comparisons, notCompared = [] } = tables;
  if (comparisons.length === 0 && notCompared.length === 0) return null;
  const own = {
    key: 'own',
    lead: true,
    cells: [
      <span className={css.way} key="way">
        {t('backtests.report.thisBacktest')}
      </span>,
      <Percent key="return" value={report.returnPercent} change />,
      <Percent key="fall" value={-Math.abs(report.drawdown?.percent ?? 0)} />,
      null,
      null,
    ],
  };
  return (
    <Section title={t('backtests.report.comparison')}>
      {comparisons.length === 0 ? null : (
        <PlainTable
          label={t('backtests.report.tableOf', { title: t('backtests.report.comparison') })}
          head={[
            t('backtests.report.way'),
            t('backtests.report.return'),
            t('strategies.drawdown'),
            t('backtests.report.ahead'),
            t('backtests.report.correlation'),
          ]}
          rows={[own, ...comparisons.toSorted(wholeFirst).flatMap(rowsOf)]}
        />
      )}
      <ComparedDays tables={tables} />
      {comparisons.length === 0 ? null : <p className={css.note}>{t('backtests.report.comparisonNote')}</p>}
    </Section>
  );
}

/** Those on all days stand beside the run's own row. */
function wholeFirst(a: Compared, b: Compared): number {
  return Number(a.part !== undefined) - Number(b.part !== undefined);
}
