import { indiaMoment } from '@trickdesk/domain';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangeNow } from '../../lib/exchange-clock.ts';
import { day, percent, rupees, shortAmount, wholeRupees } from '../../lib/format.ts';
import { later } from '../feedback/later.tsx';
import { ChartFoot } from './chart-foot.tsx';
import { ChartSkeleton } from './chart-skeleton.tsx';
import css from './charts.module.css';
import { EquityPaper } from './equity-paper.tsx';
import { type EquityPoint, fitsShort, withDrawdown } from './series.ts';

const EquityCanvas = later(async () => (await import('./equity-canvas.tsx')).EquityCanvas);

interface EquityChartProps {
  /** One value a day, oldest first. */
  readonly points: readonly EquityPoint[];
  readonly height?: number;
}

const dateLabel = (date: string) => day(indiaMoment(date), exchangeNow());

/** Equity with its drawdown beneath on the same time axis. */
export function EquityChart({ points, height = 240 }: EquityChartProps) {
  const { t } = useTranslation();
  const drawn = useMemo(() => withDrawdown(points), [points]);
  const [hovered, setHovered] = useState<number>();
  const isWide = useMemo(() => fitsShort(points), [points]);
  const axisAmount = useCallback(
    (paise: number) => {
      const short = isWide ? shortAmount(paise) : undefined;
      return short ? t(`chart.${short.word}`, { amount: short.amount }) : wholeRupees(Math.round(paise / 100) * 100);
    },
    [t, isWide],
  );
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last || drawn.length < 2) {
    return (
      <div className={css.empty} style={{ blockSize: height }}>
        {t('chart.emptyEquity')}
      </div>
    );
  }
  const shown = (hovered === undefined ? undefined : drawn[hovered]) ?? last;
  const deepest = Math.min(...drawn.map((point) => point.drawdownPercent));
  return (
    <figure className={css.frame} style={{ margin: 0 }} aria-label={t('chart.equity')} data-money="chart">
      <div className={css.head}>
        <div className={css.legend}>
          <span>{dateLabel(shown.date)}</span>
          <span>
            {t('chart.value')} <b>{rupees(shown.valuePaise)}</b>
          </span>
          <span>
            {t('chart.drawdown')} <b>{percent(shown.drawdownPercent)}</b>
          </span>
        </div>
      </div>
      <div className={css.canvas}>
        <Suspense fallback={<ChartSkeleton height={height} />}>
          <EquityCanvas points={drawn} height={height} onHover={setHovered} axisAmount={axisAmount} />
        </Suspense>
      </div>
      <EquityPaper points={drawn} axisAmount={axisAmount} dateLabel={dateLabel} />
      <ChartFoot
        summary={t('chart.equitySummary', {
          from: dateLabel(first.date),
          to: dateLabel(last.date),
          first: rupees(first.valuePaise),
          last: rupees(last.valuePaise),
          drawdown: percent(deepest),
        })}
        head={[t('chart.date'), t('chart.value'), t('chart.drawdown')]}
        rows={() =>
          drawn
            .toReversed()
            .map((point) => [dateLabel(point.date), rupees(point.valuePaise), percent(point.drawdownPercent)])
        }
      />
    </figure>
  );
}
