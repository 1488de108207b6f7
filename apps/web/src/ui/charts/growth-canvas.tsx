import { AreaSeries, createChart, type IChartApi, type ISeriesApi, LineStyle } from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
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

/** A chart with an empty line for each curve; its lines are filled apart, so that a new value makes no new chart. */
interface Made {
  readonly chart: IChartApi;
  readonly lines: readonly ISeriesApi<'Area'>[];
  readonly days: Map<number, string>;
}

function make(box: HTMLElement, colours: ChartColours, unit: GrowthUnit, count: number): Made {
  const chart = createChart(box, chartOptions(colours, true));
  const lines = Array.from({ length: count }, (_, place) => {
    const { colour, style } = LINES[place % LINES.length] ?? LINES[0];
    // An area without a ground is a line, and its code is loaded already: that of lines would be a further kind.
    return chart.addSeries(AreaSeries, {
      lineColor: colours[colour],
      lineStyle: style,
      lineWidth: 2,
      topColor: 'transparent',
      bottomColor: 'transparent',
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: { type: 'custom', formatter: AXES[unit], minMove: unit === 'percent' ? 0.01 : 100 },
    });
  });
  chart.timeScale().applyOptions({ rightOffset: 0, fixLeftEdge: true, fixRightEdge: true });
  return { chart, lines, days: new Map() };
}

/** Shows all of it where there are other days than before; else it stays as its reader has moved it. */
function fill({ chart, lines, days }: Made, curves: readonly GrowthCurve[]): void {
  const before = days.size;
  for (const [place, { points }] of curves.entries()) {
    lines[place]?.setData(points.map(({ date, value }) => ({ time: stampOfDay(date), value })));
    for (const { date } of points) days.set(Number(stampOfDay(date)), date);
  }
  if (days.size !== before) chart.timeScale().fitContent();
}

/** Curves over the same days in one pane. */
export function GrowthCanvas({ curves, unit, height, onHover }: GrowthCanvasProps) {
  const colours = useChartColours();
  const box = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState<Made>();
  const count = curves.length;

  useEffect(() => {
    if (!box.current) return undefined;
    const fresh = make(box.current, colours, unit, count);
    fresh.chart.subscribeCrosshairMove((event) => {
      onHover(typeof event.time === 'number' ? fresh.days.get(event.time) : undefined);
    });
    setMade(fresh);
    return () => fresh.chart.remove();
  }, [count, unit, colours, onHover]);

  useEffect(() => {
    if (made) fill(made, curves);
  }, [made, curves]);

  return <div ref={box} style={{ blockSize: height }} aria-hidden="true" />;
}
