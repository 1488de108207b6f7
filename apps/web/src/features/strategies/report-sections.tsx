import { indiaMoment, weekdayBefore } from '@trickdesk/domain';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { count, day, wholeRupees } from '../../lib/format.ts';
import { EquityChart } from '../../ui/charts/equity-chart.tsx';
import { HeatTable } from '../../ui/charts/heat-table.tsx';
import { monthlyRows, monthNames } from '../../ui/charts/monthly.ts';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { type FigureItem, FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import { ReportTrades } from './report-trades.tsx';
import css from './strategies.module.css';
import type { TrickDetails } from './trick-page.tsx';

type Report = NonNullable<TrickDetails['report']>;

const dateText = (date: string) => day(indiaMoment(date), Date.now());

/** The capital on the day before the first, so that a loss from the start is seen, and counted in the drawdown. */
function withStart({ equity, capitalPaise }: Report): { date: string; valuePaise: number }[] {
  const first = equity[0];
  const days = equity.map(({ date, valuePaise }) => ({ date, valuePaise }));
  return first ? [{ date: weekdayBefore(first.date), valuePaise: capitalPaise }, ...days] : days;
}

/** The back-test, or why there is none to show. */
export function ReportSections({ trick }: { readonly trick: TrickDetails }) {
  const { t } = useTranslation();
  const { report } = trick;
  if (!report) {
    return (
      <Section title={t('strategies.report.title')}>
        <p className={texts.quiet} role="status">
          {t(`strategies.report.${trick.reportStatus}`)}
        </p>
      </Section>
    );
  }
  return (
    <>
      <Headline report={report} />
      <Section title={t('strategies.report.equity')} note={t('strategies.report.equityNote')}>
        <EquityChart points={withStart(report)} height={280} />
      </Section>
      <Section title={t('strategies.report.monthly')} note={t('strategies.report.monthlyNote')}>
        <HeatTable
          label={t('strategies.report.monthlyTable')}
          head={[t('strategies.report.yearColumn'), ...monthNames(), t('strategies.report.year')]}
          rows={monthlyRows(report.monthly)}
        />
      </Section>
      <ReportTrades
        trades={report.tradeList}
        counted={report.trades}
        netPnlPaise={report.netPnlPaise}
        exportName={`${trick.name} trades`}
      />
    </>
  );
}

function Headline({ report }: { readonly report: Report }) {
  const { t } = useTranslation();
  const { basis } = report;
  return (
    <Section title={t('strategies.report.title')}>
      <FiguresStrip items={mainFigures(report, t)} />
      <div className={css.second}>
        <FiguresStrip items={otherFigures(report, t)} parts={partsOf(report, t)} />
      </div>
      <p className={css.basisText}>
        {t('strategies.report.basis', {
          kind: t(`strategies.basis.${basis.kind}`),
          data: basis.data,
          from: dateText(basis.from_date),
          to: dateText(basis.to_date),
          days: t('strategies.days', { count: basis.days }),
          trades: t('strategies.tradeCount', { count: report.trades }),
        })}{' '}
        {basis.simulated ? t('strategies.report.simulated') : null} {t('strategies.report.past')}
      </p>
    </Section>
  );
}

function mainFigures(report: Report, t: TFunction): FigureItem[] {
  return [
    {
      label: t('strategies.returnTotal'),
      value: <Percent value={report.returnPercent} change />,
      note: t('strategies.report.on', { amount: wholeRupees(report.capitalPaise) }),
      lead: true,
    },
    { label: t('strategies.report.net'), value: <Gain paise={report.netPnlPaise} /> },
    { label: t('strategies.drawdown'), value: <Percent value={-Math.abs(report.maxDrawdownPercent)} /> },
    { label: t('strategies.winRate'), value: <Percent value={report.winRatePercent} /> },
    { label: t('strategies.trades'), value: count(report.trades) },
  ];
}

/** Losses are told as amounts; on screen they go down. */
const lossOf = (paise: number | undefined) => (paise === undefined ? undefined : -Math.abs(paise));

/** Two decimals with the true minus; a dash where the figure has no meaning. */
function ratio(value: number | undefined, t: TFunction): string {
  return value === undefined ? t('common.none') : value.toFixed(2).replace('-', '−');
}

function otherFigures(report: Report, t: TFunction): FigureItem[] {
  return [
    { label: t('strategies.report.cagr'), value: <Percent value={report.cagrPercent} change /> },
    { label: t('strategies.report.profitFactor'), value: ratio(report.profitFactor, t) },
    { label: t('strategies.report.sharpe'), value: ratio(report.sharpe, t) },
    { label: t('strategies.report.expectancy'), value: <Gain paise={report.expectancyPaise} /> },
    { label: t('strategies.report.losingRun'), value: t('strategies.tradeCount', { count: report.longestLosingRun }) },
  ];
}

function partsOf(report: Report, t: TFunction) {
  const { maxDrawdownFrom: from, maxDrawdownTo: to } = report;
  return [
    { label: t('strategies.report.parts.capital'), value: <Money paise={report.capitalPaise} /> },
    { label: t('strategies.report.parts.gross'), value: <Gain paise={report.grossPnlPaise} /> },
    { label: t('strategies.report.parts.charges'), value: <Gain paise={-report.chargesPaise} /> },
    { label: t('strategies.report.parts.net'), value: <Gain paise={report.netPnlPaise} /> },
    { label: t('strategies.report.parts.averageWin'), value: <Gain paise={report.averageWinPaise} /> },
    { label: t('strategies.report.parts.averageLoss'), value: <Gain paise={lossOf(report.averageLossPaise)} /> },
    ...(from && to
      ? [
          {
            label: t('strategies.report.parts.deepest'),
            value: t('strategies.report.drawdownDates', { from: dateText(from), to: dateText(to) }),
          },
        ]
      : []),
  ];
}
