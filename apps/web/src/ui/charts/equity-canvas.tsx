import { AreaSeries, type AutoscaleInfo, BaselineSeries, createChart, LineType } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { axisPercent, chartOptions, stampOfDay } from './chart-base.ts';
import { useChartColours, withOpacity } from './chart-colours.ts';
import { type DrawdownPoint, flatSpan } from './series.ts';

interface EquityCanvasProps {
  readonly points: readonly DrawdownPoint[];
  readonly height: number;
  /** The place of the point under the pointer; `undefined` when it has left. */
  readonly onHover: (index: number | undefined) => void;
  /** The short form of an amount for the axis. */
  readonly axisAmount: (paise: number) => string;
}

/** A line that is flat still gets marks that differ. */
function withRoom(scale: AutoscaleInfo | null): AutoscaleInfo | null {
  const range = scale?.priceRange;
  const span = range ? flatSpan(range.minValue, range.maxValue) : undefined;
  return scale && span ? { ...scale, priceRange: { minValue: span.low, maxValue: span.high } } : scale;
}

/** Equity as an area, its drawdown in a pane beneath on the same time axis. */
export function EquityCanvas({ points, height, onHover, axisAmount }: EquityCanvasProps) {
  const colours = useChartColours();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!box.current) return undefined;
    const chart = createChart(box.current, chartOptions(colours, true));
    const equity = chart.addSeries(AreaSeries, {
      lineColor: colours.accent,
      topColor: withOpacity(colours.accent, 0.18),
      bottomColor: withOpacity(colours.accent, 0.02),
      lineWidth: 2,
      lineType: LineType.Simple,
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: { type: 'custom', formatter: axisAmount, minMove: 1 },
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withRoom(original()),
    });
    // Filled from zero down to it: the deeper, the more.
    const drawdown = chart.addSeries(
      BaselineSeries,
      {
        baseValue: { type: 'price', price: 0 },
        topLineColor: colours.down,
        bottomLineColor: colours.down,
        bottomFillColor1: withOpacity(colours.down, 0.12),
        bottomFillColor2: withOpacity(colours.down, 0.22),
        lineWidth: 1,
        priceLineVisible: false,
        lastValueVisible: false,
        priceFormat: { type: 'custom', formatter: axisPercent, minMove: 0.01 },
      },
      1,
    );
    drawdown.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.3 }, entireTextOnly: true });
    const panes = chart.panes();
    panes[0]?.setStretchFactor(3);
    panes[1]?.setStretchFactor(1);
    equity.setData(points.map((point) => ({ time: stampOfDay(point.date), value: point.valuePaise })));
    drawdown.setData(points.map((point) => ({ time: stampOfDay(point.date), value: point.drawdownPercent })));
    chart.timeScale().applyOptions({ rightOffset: 0, fixLeftEdge: true, fixRightEdge: true });
    chart.timeScale().fitContent();
    const places = new Map(points.map((point, i) => [Number(stampOfDay(point.date)), i]));
    chart.subscribeCrosshairMove((event) => {
      onHover(typeof event.time === 'number' ? places.get(event.time) : undefined);
    });
    return () => chart.remove();
  }, [points, colours, onHover, axisAmount]);

  return <div ref={box} style={{ blockSize: height }} aria-hidden="true" />;
}
