import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { CandleMark, PriceLevel } from './candle-chart.tsx';
import { chartOptions } from './chart-base.ts';
import { type ChartColours, useChartColours, withOpacity } from './chart-colours.ts';
import type { PriceScale } from './level-handles.tsx';
import { type Candle, candleAt } from './series.ts';

interface CandleCanvasProps {
  readonly candles: readonly Candle[];
  readonly marks: readonly CandleMark[];
  readonly levels: readonly PriceLevel[];
  /** Set to the scale of what is drawn, for whatever lies over it. */
  readonly scale: RefObject<PriceScale | undefined>;
  readonly daily: boolean;
  readonly height: number;
  /** How many of the last candles are shown; all without it. */
  readonly visible: number | undefined;
  readonly focused: CandleMark | undefined;
  readonly onHover: (candle: Candle | undefined, mark: CandleMark | undefined) => void;
}

interface Drawn {
  readonly chart: IChartApi;
  readonly prices: ISeriesApi<'Candlestick'>;
  readonly volume: ISeriesApi<'Histogram'>;
  readonly marks: ISeriesMarkersPluginApi<Time>;
}

// The brand of the library's time: our candles carry whole epoch seconds.
const stamp = (seconds: number) => seconds as UTCTimestamp;

const priceBar = ([time, open, high, low, close]: Candle) => ({ time: stamp(time), open, high, low, close });

function volumeBar([time, open, , , close, volume]: Candle, colours: ChartColours) {
  // A time without a value draws nothing: no column is better than one of no height.
  if (volume === undefined) return { time: stamp(time) };
  return { time: stamp(time), value: volume, color: withOpacity(close >= open ? colours.up : colours.down, 0.35) };
}

function draw(box: HTMLElement, colours: ChartColours, daily: boolean): Drawn {
  const chart = createChart(box, chartOptions(colours, daily));
  const prices = chart.addSeries(CandlestickSeries, {
    upColor: colours.up,
    downColor: colours.down,
    wickUpColor: colours.up,
    wickDownColor: colours.down,
    borderVisible: false,
    priceLineColor: colours.textFaint,
  });
  prices.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
  const volume = chart.addSeries(HistogramSeries, {
    priceFormat: { type: 'volume' },
    priceScaleId: 'volume',
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  return { chart, prices, volume, marks: createSeriesMarkers<Time>(prices, []) };
}

/** Draws candles, volume, marks and levels; candles that only grew are updated in place, so that a live chart is cheap. */
export function CandleCanvas(props: CandleCanvasProps) {
  const { candles, marks, levels, scale, daily, height, visible, focused } = props;
  const colours = useChartColours();
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(undefined);
  const shown = useRef<readonly Candle[]>([]);
  const levelPrices = useRef<readonly number[]>([]);

  const hover = useEffectEvent((seconds: number | undefined, markId: string | undefined) => {
    const candle = seconds === undefined ? undefined : candleAt(candles, seconds);
    const mark = markId === undefined ? undefined : marks.find((each) => each.id === markId);
    props.onHover(candle, mark);
  });

  useEffect(() => {
    if (!box.current) return undefined;
    const made = draw(box.current, colours, daily);
    drawn.current = made;
    scale.current = {
      yOf: (price) => made.prices.priceToCoordinate(price),
      priceAt: (y) => made.prices.coordinateToPrice(y),
    };
    shown.current = [];
    made.prices.applyOptions({
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withLevels(original(), levelPrices.current),
    });
    made.chart.subscribeCrosshairMove((event) => {
      const id = event.hoveredObjectId;
      hover(typeof event.time === 'number' ? event.time : undefined, typeof id === 'string' ? id : undefined);
    });
    return () => {
      made.chart.remove();
      drawn.current = undefined;
      scale.current = undefined;
    };
  }, [colours, daily, scale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart drawn anew (other colours) needs its data again
  useEffect(() => {
    const target = drawn.current;
    if (!target) return;
    if (isGrown(shown.current, candles)) {
      for (const candle of candles.slice(shown.current.length - 1)) {
        target.prices.update(priceBar(candle));
        target.volume.update(volumeBar(candle, colours));
      }
    } else {
      target.prices.setData(candles.map(priceBar));
      target.volume.setData(candles.map((candle) => volumeBar(candle, colours)));
      showLast(target.chart, candles.length, visible);
    }
    shown.current = candles;
  }, [candles, colours, daily]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another range moves the chart, new candles do not
  useEffect(() => {
    if (drawn.current) showLast(drawn.current.chart, candles.length, visible);
  }, [visible]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart drawn anew needs its marks again
  useEffect(() => {
    drawn.current?.marks.setMarkers(
      marks.flatMap((mark) => {
        const candle = candleAt(candles, mark.atMs / 1000);
        if (!candle) return [];
        const entry = mark.purpose === 'entry';
        return [
          {
            id: mark.id,
            time: stamp(candle[0]),
            position: entry ? ('belowBar' as const) : ('aboveBar' as const),
            shape: entry ? ('arrowUp' as const) : ('arrowDown' as const),
            color: entry ? colours.accent : colours.warning,
            size: focused?.id === mark.id ? 2 : 1,
          },
        ];
      }),
    );
  }, [marks, candles, colours, daily, focused]);

  useEffect(() => {
    const target = drawn.current;
    levelPrices.current = levels.map((level) => level.price);
    if (!target) return undefined;
    const lines: IPriceLine[] = levels.map((level) =>
      target.prices.createPriceLine({
        price: level.price,
        title: level.label,
        lineStyle: LineStyle.Dashed,
        lineWidth: 1,
        color: level.kind === 'stop' ? colours.loss : level.kind === 'target' ? colours.gain : colours.textSecondary,
        axisLabelVisible: true,
      }),
    );
    return () => {
      if (drawn.current === target) for (const line of lines) target.prices.removePriceLine(line);
    };
  }, [levels, colours]);

  useEffect(() => {
    if (!focused || !drawn.current) return;
    const at = candles.findIndex((candle) => candle[0] > focused.atMs / 1000);
    const place = at === -1 ? candles.length : at;
    drawn.current.chart.timeScale().setVisibleLogicalRange({ from: place - 40, to: place + 40 });
  }, [focused, candles]);

  return <div ref={box} style={{ blockSize: height }} aria-hidden="true" />;
}

/** Whether the new series is the old one with its last candle changed or some added. */
function isGrown(before: readonly Candle[], after: readonly Candle[]): boolean {
  const at = before.length - 1;
  return (
    at >= 0 && after.length >= before.length && after[0]?.[0] === before[0]?.[0] && after[at]?.[0] === before[at]?.[0]
  );
}

const FARTHEST = 0.05;

/** The range of prices on screen, widened to the levels that lie within a twentieth of it, so that they can be seen. */
export function withLevels(info: AutoscaleInfo | null, levels: readonly number[]): AutoscaleInfo | null {
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  const near = levels.filter((price) => price > minValue * (1 - FARTHEST) && price < maxValue * (1 + FARTHEST));
  return {
    ...info,
    priceRange: { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) },
  };
}

function showLast(chart: IChartApi, length: number, visible: number | undefined): void {
  if (visible === undefined || visible >= length) chart.timeScale().fitContent();
  else chart.timeScale().setVisibleLogicalRange({ from: length - visible, to: length + 3 });
}
