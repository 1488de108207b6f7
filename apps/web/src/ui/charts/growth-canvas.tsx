import { AreaSeries, createChart, LineStyle } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { wholeRupees } from '../../lib/format.ts';
import { axisPercent, chartOptions, stampOfDay } from './chart-base.ts';
import { type ChartColours, useChartColours } from './chart-colours.ts';
import type { GrowthCurve, GrowthUnit } from './growth-chart.tsx';

interface GrowthCanvasProps {
  readonly curves: readonly GrowthCurve[];
  readonly unit: GrowthUnit;
  readonly height: number;
  /** The day under the pointer; `undefined` when it has left. */
  readonly onHover: (date: string | undefined) => void;
}

/** A colour and a way of drawing for each place: curves are told apart without colours too. */
const LINES = [
  { colour: 'accent', style: LineStyle.Solid },
  { colour: 'warning', style: LineStyle.Dashed },
  { colour: 'modeTest', style: LineStyle.Dotted },
  { colour: 'text', style: LineStyle.LargeDashed },
] as const satisfies readonly { readonly colour: keyof ChartColours; readonly style: LineStyle }[];

const AXES: Readonly<Record<GrowthUnit, (value: number) => string>> = {
  percent: axisPercent,
  paise: (value) => wholeRupees(Math.round(value / 100) * 100),
};

/** Curves over the same days in one pane. */
export function GrowthCanvas({ curves, unit, height, onHover }: GrowthCanvasProps) {
  const colours = useChartColours();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!box.current) return undefined;
    const chart = createChart(box.current, chartOptions(colours, true));
    const days = new Map<number, string>();
    for (const [place, { points }] of curves.entries()) {
      const { colour, style } = LINES[place % LINES.length] ?? LINES[0];
      // An area without a ground is a line, and its code is loaded already: that of lines would be a further kind.
      const series = chart.addSeries(AreaSeries, {
        lineColor: colours[colour],
        lineStyle: style,
        lineWidth: 2,
        topColor: 'transparent',
        bottomColor: 'transparent',
        priceLineVisible: false,
        lastValueVisible: false,
        priceFormat: { type: 'custom', formatter: AXES[unit], minMove: unit === 'percent' ? 0.01 : 100 },
      });
      series.setData(points.map(({ date, value }) => ({ time: stampOfDay(date), value })));
      for (const { date } of points) days.set(Number(stampOfDay(date)), date);
    }
    chart.timeScale().applyOptions({ rightOffset: 0, fixLeftEdge: true, fixRightEdge: true });
    chart.timeScale().fitContent();
    chart.subscribeCrosshairMove((event) => {
      onHover(typeof event.time === 'number' ? days.get(event.time) : undefined);
    });
    return () => chart.remove();
  }, [curves, unit, colours, onHover]);

  return <div ref={box} style={{ blockSize: height }} aria-hidden="true" />;
}
