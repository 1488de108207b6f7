import type { BacktestRun } from '@trickdesk/contract';
import { weekdayBefore } from '@trickdesk/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { EquityChart } from '../../ui/charts/equity-chart.tsx';
import { HeatTable } from '../../ui/charts/heat-table.tsx';
import { monthlyRows, monthNames } from '../../ui/charts/monthly.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import css from './backtests.module.css';
import { Distribution } from './distribution.tsx';
import { PriceJumps } from './price-jumps.tsx';
import { Charges, Drawdown, Excursions, Slippage } from './report-facts.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ByInstrument, ByWeekday, Comparisons } from './report-tables.tsx';
import { SweepReport } from './sweep-report.tsx';
import { Verdict } from './verdict.tsx';

interface ReportProps {
  readonly report: BacktestRun;
}

interface BacktestReportProps extends ReportProps {
  /** Below what stands beside the charts: what was asked for. */
  readonly beside: ReactNode;
}

/** What a back-test says: what it is worth, the result after charges, then what it is made of. */
export function BacktestReport({ report, beside }: BacktestReportProps) {
  const { t } = useTranslation();
  const { evidence, tables } = report;
  const net = t(report.basis.afterCharges ? 'backtests.report.afterCharges' : 'backtests.uncharged');
  return (
    <>
      {evidence ? <Verdict evidence={evidence} /> : null}
      <Headline report={report} />
      <PriceJumps jumps={report.basis.priceJumps ?? []} />
      {report.sweep ? <SweepReport sweep={report.sweep} basis={report.basis} /> : null}
      <div className={layout.columns}>
        <div className={layout.stack}>
          <Section title={t('strategies.report.equity')} note={t('backtests.report.oneADay')}>
            <EquityChart points={withStart(report)} height={280} />
          </Section>
          <Section title={t('strategies.report.monthly')} note={t('backtests.report.monthlyNote')}>
            <HeatTable
              label={t('strategies.report.monthlyTable')}
              head={[t('strategies.report.yearColumn'), ...monthNames(), t('strategies.report.year')]}
              rows={monthlyRows(report.monthly, report.yearly)}
            />
          </Section>
          {tables ? (
            <>
              <Comparisons report={report} tables={tables} />
              <ByInstrument tables={tables} note={net} />
              <ByWeekday tables={tables} />
              <Distribution bins={tables.distribution} note={net} />
            </>
          ) : null}
        </div>
        <div className={layout.stack}>
          <Drawdown report={report} />
          <Charges report={report} />
          {evidence && report.trades > 0 ? <Slippage costs={evidence.costs} /> : null}
          {tables ? <Excursions excursions={tables.excursions} /> : null}
          {beside}
        </div>
      </div>
    </>
  );
}

/** The capital on the day before the first, so that a loss from the start is seen. */
function withStart({ equity, capitalPaise }: BacktestRun): { date: string; valuePaise: number }[] {
  const first = equity[0];
  const days = equity.map(({ date, valuePaise }) => ({ date, valuePaise }));
  return first ? [{ date: weekdayBefore(first.date), valuePaise: capitalPaise }, ...days] : days;
}

function Headline({ report }: ReportProps) {
  const { t, i18n } = useTranslation();
  const { basis } = report;
  return (
    <Section title={t('backtests.report.title')}>
      <ReportFigures report={report} />
      <p className={css.basis}>
        {t('backtests.report.basis', {
          data: basis.data,
          from: dayInFull(basis.from_date, i18n.language),
          to: dayInFull(basis.to_date, i18n.language),
          days: t('strategies.days', { count: basis.days }),
          bars: t('backtests.report.bars', { count: basis.bars, shown: count(basis.bars) }),
        })}{' '}
        {basis.afterCharges ? null : t('backtests.report.withoutCharges')}{' '}
        {basis.simulated ? t('backtests.simulated') : null} {t('strategies.report.past')}
      </p>
      <Actions actions={basis.corporateActions ?? []} />
    </Section>
  );
}

function Actions({ actions }: { readonly actions: NonNullable<BacktestRun['basis']['corporateActions']> }) {
  const { t } = useTranslation();
  if (actions.length === 0) return null;
  return (
    <details className={css.basis}>
      <summary>{t('backtests.report.actions', { count: actions.length })}</summary>
      <ul>
        {actions.map(({ symbol, words }) => (
          <li key={`${symbol} ${words}`}>
            <bdi>
              {symbol}: {words}
            </bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
