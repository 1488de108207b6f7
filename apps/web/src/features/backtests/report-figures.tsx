import type { BacktestRun } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { type FigureItem, FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { ratio } from '../../ui/figures/ratio.tsx';
import css from './backtests.module.css';

/** Every figure of a report that is one number: the result, what a trade was like, and what the way to it was like. */
export function ReportFigures({ report }: { readonly report: BacktestRun }) {
  const { t } = useTranslation();
  return (
    <>
      <FiguresStrip items={mainFigures(report, t)} inColumns />
      <div className={css.second}>
        <FiguresStrip items={tradeFigures(report, t)} inColumns />
      </div>
      <div className={css.second}>
        <FiguresStrip items={riskFigures(report, t)} inColumns />
      </div>
      <Meanings />
    </>
  );
}

function mainFigures(report: BacktestRun, t: TFunction): FigureItem[] {
  return [
    {
      label: report.basis.afterCharges ? t('backtests.report.net') : t('backtests.report.netUncharged'),
      value: <Gain paise={report.netPnlPaise} />,
      note: <Percent value={report.returnPercent} change />,
      lead: true,
    },
    { label: t('strategies.report.parts.gross'), value: <Gain paise={report.grossPnlPaise} /> },
    { label: t('backtests.report.charges'), value: <Money paise={report.chargesPaise} /> },
    {
      label: t('strategies.drawdown'),
      value: <Percent value={report.drawdown ? -Math.abs(report.drawdown.percent) : 0} />,
    },
    { label: t('strategies.trades'), value: count(report.trades) },
  ];
}

/** Losses are told as amounts; on screen they go down. */
const lossOf = (paise: number | undefined) => (paise === undefined ? undefined : -Math.abs(paise));

function tradeFigures(report: BacktestRun, t: TFunction): FigureItem[] {
  return [
    { label: t('strategies.winRate'), value: <Percent value={report.winRatePercent} /> },
    { label: t('strategies.report.expectancy'), value: <Gain paise={report.expectancyPaise} /> },
    { label: t('strategies.report.parts.averageWin'), value: <Gain paise={report.averageWinPaise} /> },
    { label: t('strategies.report.parts.averageLoss'), value: <Gain paise={lossOf(report.averageLossPaise)} /> },
    { label: t('strategies.report.profitFactor'), value: ratio(report.profitFactor, t) },
  ];
}

function riskFigures(report: BacktestRun, t: TFunction): FigureItem[] {
  return [
    { label: t('strategies.report.cagr'), value: <Percent value={report.cagrPercent} change /> },
    { label: t('backtests.report.volatility'), value: <Percent value={report.volatilityPercent} /> },
    { label: t('strategies.report.sharpe'), value: ratio(report.sharpe, t) },
    { label: t('strategies.report.sortino'), value: ratio(report.sortino, t) },
    { label: t('backtests.report.calmar'), value: ratio(report.calmar, t) },
    { label: t('backtests.report.exposure'), value: <Percent value={report.exposurePercent} /> },
    { label: t('backtests.report.turnover'), value: <Money paise={report.turnoverPaise} form="short" /> },
  ];
}

const EXPLAINED = [
  ['strategies.report.profitFactor', 'profitFactor'],
  ['strategies.report.cagr', 'cagr'],
  ['backtests.report.volatility', 'volatility'],
  ['strategies.report.sharpe', 'sharpe'],
  ['strategies.report.sortino', 'sortino'],
  ['backtests.report.calmar', 'calmar'],
  ['backtests.report.exposure', 'exposure'],
  ['backtests.report.turnover', 'turnover'],
] as const;

/** What the figures are that have no plain name. */
function Meanings() {
  const { t } = useTranslation();
  return (
    <details className={css.meanings}>
      <summary>{t('backtests.report.meanings')}</summary>
      <dl>
        {EXPLAINED.map(([label, meaning]) => (
          <div key={meaning} style={{ display: 'contents' }}>
            <dt>{t(label)}</dt>
            <dd>{t(`backtests.report.meaning.${meaning}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
