import { indiaMoment } from '@trickdesk/domain';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangeNow } from '../../lib/exchange-clock.ts';
import { day, percent, rupees } from '../../lib/format.ts';
import { later } from '../feedback/later.tsx';
import { ChartFoot } from './chart-foot.tsx';
import { ChartSkeleton } from './chart-skeleton.tsx';
import css from './charts.module.css';
import { LineSample } from './line-sample.tsx';

const GrowthCanvas = later(async () => (await import('./growth-canvas.tsx')).GrowthCanvas);

export interface GrowthCurve {
  /** Short: `A`. */
  readonly label: string;
  /** Oldest first: in percent of what each began with, or in paise. */
  readonly points: readonly { readonly date: string; readonly value: number }[];
}

/** Percent: curves that begin at the same height. */
export type GrowthUnit = 'percent' | 'paise';

interface GrowthChartProps {
  /** Four at most: as many ways there are to draw one. Stable, or the chart is made anew. */
  readonly curves: readonly GrowthCurve[];
  readonly unit?: GrowthUnit;
  readonly height?: number;
}

const SAY: Readonly<Record<GrowthUnit, (value: number) => string>> = {
  percent: (value) => percent(value, true),
  paise: rupees,
};

const dateLabel = (date: string) => day(indiaMoment(date), exchangeNow());

/** Curves over the same days. */
export function GrowthChart({ curves, unit = 'percent', height = 320 }: GrowthChartProps) {
  const { t } = useTranslation();
  const [hovered, setHovered] = useState<string>();
  const days = useMemo(() => daysOf(curves), [curves]);
  const valueOn = useMemo(
    () => curves.map(({ points }) => new Map(points.map((each) => [each.date, each.value]))),
    [curves],
  );
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) {
    return (
      <div className={css.empty} style={{ blockSize: height }}>
        {t('chart.emptyEquity')}
      </div>
    );
  }
  const cell = (place: number, date: string): string => {
    const value = valueOn[place]?.get(date);
    return value === undefined ? t('common.none') : SAY[unit](value);
  };
  const shownOf = (place: number): string => {
    const end = curves[place]?.points.at(-1)?.date;
    return hovered === undefined && end !== undefined ? cell(place, end) : cell(place, hovered ?? last);
  };
  return (
    <figure className={css.frame} style={{ margin: 0 }} aria-label={t('chart.growth')}>
      <div className={css.head}>
        <div className={css.legend}>
          <span>{hovered === undefined ? t('chart.atTheEnd') : dateLabel(hovered)}</span>
          {curves.map(({ label }, place) => (
            <span key={label}>
              <LineSample place={place} /> {label} <b>{shownOf(place)}</b>
            </span>
          ))}
        </div>
      </div>
      <div className={css.canvas}>
        <Suspense fallback={<ChartSkeleton height={height} />}>
          <GrowthCanvas curves={curves} unit={unit} height={height} onHover={setHovered} />
        </Suspense>
      </div>
      <ChartFoot
        summary={t(unit === 'percent' ? 'chart.growthSummary' : 'chart.amountsSummary', {
          from: dateLabel(first),
          to: dateLabel(last),
          ends: curves.map(({ label, points }, i) => `${label} ${cell(i, points.at(-1)?.date ?? '')}`).join(', '),
        })}
        head={[t('chart.date'), ...curves.map(({ label }) => label)]}
        rows={() => days.toReversed().map((date) => [dateLabel(date), ...curves.map((_, i) => cell(i, date))])}
      />
    </figure>
  );
}

const daysOf = (curves: readonly GrowthCurve[]): string[] =>
  [...new Set(curves.flatMap(({ points }) => points.map(({ date }) => date)))].sort();
