import type { BacktestRun, BacktestSweep } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, MINUS } from '../../lib/format.ts';
import { HeatTable } from '../../ui/charts/heat-table.tsx';
import { Gain, Percent } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/section.tsx';
import css from './backtests.module.css';
import { PlainTable } from './plain-table.tsx';
import { heatRows, mapNoteOf, namesOf, signedDaily } from './sweep-view.ts';

interface SweepProps {
  readonly sweep: BacktestSweep;
}

interface MapProps extends SweepProps {
  readonly basis: BacktestRun['basis'];
}

/** All combinations that were tried, as a map where two parameters vary, and what choosing among them is worth. */
export function SweepReport({ sweep, basis }: MapProps) {
  return (
    <>
      <HeatMap sweep={sweep} basis={basis} />
      <Combinations sweep={sweep} />
      <WalkForward sweep={sweep} />
    </>
  );
}

function HeatMap({ sweep, basis }: MapProps) {
  const { t } = useTranslation();
  const [down, across] = sweep.parameters;
  if (!down || !across || sweep.parameters.length > 2) return null;
  const [rowName, columnName] = namesOf(sweep);
  const { neighbours } = sweep;
  return (
    <Section title={t('backtests.sweep.map')} note={t(`backtests.sweep.${mapNoteOf(basis)}`)}>
      <HeatTable
        label={t('backtests.sweep.mapLabel', { down: rowName, across: columnName })}
        head={[t('backtests.sweep.axes', { down: rowName, across: columnName }), ...across.values.map(String)]}
        rows={heatRows(sweep)}
      />
      {neighbours ? (
        <p className={css.note}>
          {t('backtests.sweep.neighbours', { count: neighbours.count, gaining: neighbours.gaining })}
        </p>
      ) : null}
    </Section>
  );
}

const joined = (values: readonly number[]): string => values.join(' · ');

/** The best first, by what it was chosen by. */
function Combinations({ sweep }: SweepProps) {
  const { t } = useTranslation();
  const rows = sweep.combinations
    .map((each, i) => ({ ...each, isBest: i === sweep.best }))
    .toSorted((a, b) => (b.sharpe ?? Number.NEGATIVE_INFINITY) - (a.sharpe ?? Number.NEGATIVE_INFINITY));
  return (
    <Section title={t('backtests.sweep.tried', { count: rows.length })} note={t('backtests.sweep.triedNote')}>
      <PlainTable
        label={t('backtests.report.tableOf', { title: t('backtests.sweep.tried', { count: rows.length }) })}
        head={[
          namesOf(sweep).join(' · '),
          t('backtests.column.net'),
          t('backtests.report.return'),
          t('strategies.trades'),
          t('strategies.report.sharpe'),
          t('strategies.drawdown'),
        ]}
        rows={rows.map((row) => ({
          key: row.values.join(),
          lead: row.isBest,
          cells: [
            <bdi key="values">
              {row.isBest ? t('backtests.sweep.best', { values: joined(row.values) }) : joined(row.values)}
            </bdi>,
            <Gain key="net" paise={row.netPnlPaise} />,
            <Percent key="return" value={row.returnPercent} change />,
            count(row.trades),
            <bdi key="sharpe">{row.sharpe?.toFixed(2).replace('-', MINUS) ?? t('common.none')}</bdi>,
            <Percent key="fall" value={-Math.abs(row.maxDrawdownPercent)} />,
          ],
        }))}
      />
    </Section>
  );
}

function WalkForward({ sweep: { walkForward } }: SweepProps) {
  const { t, i18n } = useTranslation();
  if (!walkForward) return null;
  const day = (date: string) => dayInFull(date, i18n.language);
  return (
    <Section title={t('backtests.sweep.walkForward')}>
      <p className={css.lead}>
        {t('backtests.sweep.walkForwardText', {
          before: signedDaily(walkForward.inSampleDailyPercent) ?? t('common.none'),
          after: signedDaily(walkForward.outOfSampleDailyPercent),
          gaining: walkForward.gainingPeriods,
          count: walkForward.periods.length,
        })}
      </p>
      <PlainTable
        label={t('backtests.report.tableOf', { title: t('backtests.sweep.walkForward') })}
        head={[
          t('backtests.sweep.tradedOn'),
          t('backtests.sweep.chosen'),
          t('backtests.sweep.dayBefore'),
          t('backtests.sweep.dayAfter'),
        ]}
        rows={walkForward.periods.map((period) => ({
          key: period.from_date,
          cells: [
            t('backtests.fromTo', { from: day(period.from_date), to: day(period.to_date) }),
            <bdi key="values">{period.values ? joined(period.values) : t('common.none')}</bdi>,
            <bdi key="before">{signedDaily(period.inSampleDailyPercent) ?? t('common.none')}</bdi>,
            <bdi key="after">{signedDaily(period.outOfSampleDailyPercent)}</bdi>,
          ],
        }))}
      />
    </Section>
  );
}
