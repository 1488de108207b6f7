import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockMinute, count, day, moment, percent, price } from '../../lib/format.ts';
import { later } from '../feedback/later.tsx';
import { ChartFoot } from './chart-foot.tsx';
import { ChartSkeleton } from './chart-skeleton.tsx';
import css from './charts.module.css';
import type { MovedLevel } from './level-drag.ts';
import { LevelHandles, type PriceScale } from './level-handles.tsx';
import { type LevelMoving, LevelStrip } from './level-strip.tsx';
import { candlesOf, RangeButtons, type RangeName } from './range-buttons.tsx';
import { type Candle, summaryOf } from './series.ts';

const CandleCanvas = later(async () => (await import('./candle-canvas.tsx')).CandleCanvas);

/** A fill on the chart: ▲ below the bar where a position was entered, ▼ above it where it was left. */
export interface CandleMark {
  readonly id: string;
  readonly atMs: number;
  readonly side: 'buy' | 'sell';
  readonly purpose: 'entry' | 'exit';
  readonly price: number;
  readonly quantity: number;
  /** The sentence shown on hover and focus. */
  readonly reason: string;
}

/** A dashed line with a label: where the stop or the target is. */
export interface PriceLevel {
  readonly price: number;
  readonly label: string;
  readonly kind: 'stop' | 'target' | 'entry';
  /** Where it may be moved by hand: which level it is. */
  readonly dragId?: string;
}

interface CandleChartProps {
  /** Oldest first. Give a live candle with `withCandle(candles, candle)`: the chart then updates only that one. */
  readonly candles: readonly Candle[];
  readonly marks?: readonly CandleMark[];
  readonly levels?: readonly PriceLevel[];
  /** Daily bars: dates on the axis instead of times. */
  readonly daily: boolean;
  readonly height?: number;
  /** At the start of the head: the instrument and the interval, for example. */
  readonly title?: ReactNode;
  /** Makes levels with a `dragId` movable. */
  readonly moving?: LevelMoving | undefined;
}

/** A morning's few candles would be huge: an intraday chart shows at least so many, some of them of the day before. */
const FEWEST_INTRADAY = 60;

function shownCandles(candles: readonly Candle[], range: RangeName, daily: boolean): number | undefined {
  const asked = candlesOf(candles, range);
  return asked === undefined || daily ? asked : Math.max(asked, FEWEST_INTRADAY);
}

const NO_MARKS: readonly CandleMark[] = [];
const NO_LEVELS: readonly PriceLevel[] = [];

/** The price chart. Its code is loaded when it is first shown. */
export function CandleChart({
  candles,
  marks = NO_MARKS,
  levels = NO_LEVELS,
  daily,
  height = 360,
  title,
  moving,
}: CandleChartProps) {
  const { t } = useTranslation();
  const [range, setRange] = useState<RangeName>(daily ? 'quarter' : 'day');
  const [hovered, setHovered] = useState<{
    readonly candle: Candle | undefined;
    readonly mark: CandleMark | undefined;
  }>();
  const [focused, setFocused] = useState<CandleMark>();
  const [moved, setMoved] = useState<MovedLevel>();
  const scale = useRef<PriceScale>(undefined);
  const drawnLevels = useMemo(
    () => levels.map((level) => (moved && level.dragId === moved.id ? { ...level, price: moved.price } : level)),
    [levels, moved],
  );
  const hover = useCallback(
    (candle: Candle | undefined, mark: CandleMark | undefined) => setHovered({ candle, mark }),
    [],
  );
  const shown = hovered?.candle ?? candles.at(-1);
  const mark = hovered?.mark ?? focused;
  const lastMs = (candles.at(-1)?.[0] ?? 0) * 1000;

  if (candles.length === 0) {
    return (
      <div className={css.empty} style={{ blockSize: height }}>
        {t('chart.empty')}
      </div>
    );
  }
  return (
    <figure className={css.frame} style={{ margin: 0 }} aria-label={t('chart.candles')}>
      <div className={css.head}>
        {title}
        {shown ? <Legend candle={shown} daily={daily} /> : null}
        <RangeButtons range={range} daily={daily} onChange={setRange} />
      </div>
      <div className={css.canvas}>
        <Suspense fallback={<ChartSkeleton height={height} />}>
          <CandleCanvas
            candles={candles}
            marks={marks}
            levels={drawnLevels}
            scale={scale}
            daily={daily}
            height={height}
            visible={shownCandles(candles, range, daily)}
            focused={focused}
            onHover={hover}
          />
        </Suspense>
        {mark ? <MarkTip mark={mark} nowMs={lastMs} /> : null}
        {moving ? (
          <LevelHandles
            levels={levels}
            tick={moving.tick}
            describe={moving.describe}
            moved={moved}
            scale={scale}
            onMove={setMoved}
          />
        ) : null}
      </div>
      {moving ? <LevelStrip levels={levels} moving={moving} moved={moved} onBack={() => setMoved(undefined)} /> : null}
      {marks.length > 0 ? <MarkList marks={marks} nowMs={lastMs} onFocus={setFocused} /> : null}
      <CandleFoot candles={candles} daily={daily} />
    </figure>
  );
}

const timeOf = (seconds: number, daily: boolean) =>
  daily ? day(seconds * 1000, Date.now()) : `${day(seconds * 1000, seconds * 1000)}, ${clockMinute(seconds * 1000)}`;

const volumeText = (volume: number | undefined, t: TFunction) =>
  volume === undefined ? t('common.none') : count(volume);

function Legend({ candle, daily }: { readonly candle: Candle; readonly daily: boolean }) {
  const { t } = useTranslation();
  const [time, open, high, low, close, volume] = candle;
  const pairs = [
    [t('chart.open'), price(open)],
    [t('chart.high'), price(high)],
    [t('chart.low'), price(low)],
    [t('chart.close'), price(close)],
    [t('chart.volume'), volumeText(volume, t)],
  ] as const;
  return (
    <div className={css.legend}>
      <span>{timeOf(time, daily)}</span>
      {pairs.map(([name, value]) => (
        <span key={name}>
          {name} <b>{value}</b>
        </span>
      ))}
    </div>
  );
}

function MarkTip({ mark, nowMs }: { readonly mark: CandleMark; readonly nowMs: number }) {
  const { t } = useTranslation();
  return (
    <div className={css.tip} role="status">
      <p>
        {moment(mark.atMs, nowMs)}{' '}
        {t(`chart.${mark.side}`, { quantity: count(mark.quantity), price: price(mark.price) })}
      </p>
      <p>{mark.reason}</p>
    </div>
  );
}

/** More than these fill a phone's screen with rows. */
const MARKS_LISTED = 6;

/** The latest marks again as buttons, so that a keyboard reaches each and its reason; the others on request. */
function MarkList({
  marks,
  nowMs,
  onFocus,
}: {
  readonly marks: readonly CandleMark[];
  /** The day of the last candle: marks of other days say their day. */
  readonly nowMs: number;
  readonly onFocus: (mark?: CandleMark) => void;
}) {
  const { t } = useTranslation();
  const listId = useId();
  const [all, setAll] = useState(false);
  return (
    <div className={css.marks}>
      <ul id={listId} aria-label={t('chart.marks')}>
        {(all ? marks : marks.slice(-MARKS_LISTED)).map((mark) => (
          <li key={mark.id}>
            <button
              type="button"
              className={css.mark}
              title={mark.reason}
              onFocus={() => onFocus(mark)}
              onBlur={() => onFocus()}
            >
              {mark.purpose === 'entry' ? '▲' : '▼'} {moment(mark.atMs, nowMs)} {t(`chart.${mark.purpose}`)}{' '}
              {price(mark.price)}
            </button>
          </li>
        ))}
      </ul>
      {marks.length > MARKS_LISTED ? (
        <button
          type="button"
          className={css.link}
          aria-expanded={all}
          aria-controls={listId}
          onClick={() => setAll(!all)}
        >
          {all ? t('chart.fewerMarks') : t('chart.allMarks', { total: count(marks.length) })}
        </button>
      ) : null}
    </div>
  );
}

const ROWS_LISTED = 250;

function CandleFoot({ candles, daily }: { readonly candles: readonly Candle[]; readonly daily: boolean }) {
  const { t } = useTranslation();
  const summary = summaryOf(candles);
  const [first, last] = [candles[0], candles.at(-1)];
  if (!summary || !first || !last) return null;
  return (
    <ChartFoot
      summary={t('chart.candleSummary', {
        count: candles.length,
        formatted: count(candles.length),
        from: timeOf(first[0], daily),
        to: timeOf(last[0], daily),
        last: price(summary.last),
        change: percent(summary.changePercent, true),
        low: price(summary.low),
        high: price(summary.high),
      })}
      head={[t('chart.time'), t('chart.open'), t('chart.high'), t('chart.low'), t('chart.close'), t('chart.volume')]}
      rows={() =>
        candles
          .slice(-ROWS_LISTED)
          .reverse()
          .map(([time, open, high, low, close, volume]) => [
            timeOf(time, daily),
            price(open),
            price(high),
            price(low),
            price(close),
            volumeText(volume, t),
          ])
      }
    />
  );
}
