import css from './charts.module.css';
import type { DrawdownPoint } from './series.ts';

interface EquityPaperProps {
  readonly points: readonly DrawdownPoint[];
  readonly axisAmount: (paise: number) => string;
  readonly dateLabel: (date: string) => string;
}

/** Units of the drawing, which is as wide as the page. */
const WIDTH = 1_000;
const EQUITY_HEIGHT = 240;
const DRAWDOWN_HEIGHT = 60;
/** More points than a printer has dots for them would only make the page heavy. */
const MOST_POINTS = 1_000;

/** The equity and its drawdown as lines for paper, where a canvas would keep the colours and the width of the screen. */
export function EquityPaper({ points, axisAmount, dateLabel }: EquityPaperProps) {
  const step = Math.ceil(points.length / MOST_POINTS);
  const drawn = points.filter((_, i) => i % step === 0 || i === points.length - 1);
  const values = drawn.map(({ valuePaise }) => valuePaise);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const deepest = Math.min(...drawn.map(({ drawdownPercent }) => drawdownPercent));
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last) return null;
  return (
    <div className={css.paper} aria-hidden="true">
      <div className={css.paperRange}>{axisAmount(high)}</div>
      <svg
        viewBox={`0 0 ${WIDTH} ${EQUITY_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        height={EQUITY_HEIGHT}
        fill="none"
      >
        <path
          d={lineOf(values, low, high, EQUITY_HEIGHT)}
          stroke="var(--td-accent)"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className={css.paperRange}>{axisAmount(low)}</div>
      <svg
        viewBox={`0 0 ${WIDTH} ${DRAWDOWN_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        height={DRAWDOWN_HEIGHT}
        fill="none"
      >
        <path
          d={lineOf(
            drawn.map(({ drawdownPercent }) => drawdownPercent),
            deepest,
            0,
            DRAWDOWN_HEIGHT,
          )}
          stroke="var(--td-down)"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className={css.paperRange}>
        <span>{dateLabel(first.date)}</span>
        <span>{dateLabel(last.date)}</span>
      </div>
    </div>
  );
}

/** A path over the whole width, the highest value on top. */
function lineOf(values: readonly number[], low: number, high: number, height: number): string {
  const across = WIDTH / Math.max(1, values.length - 1);
  const up = (height - 2) / (high - low || 1);
  const places = values.map((value, i) => `${(i * across).toFixed(1)} ${(1 + (high - value) * up).toFixed(1)}`);
  return `M${places.join('L')}`;
}
