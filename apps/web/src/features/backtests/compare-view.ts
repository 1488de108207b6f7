import type { BacktestDetails, BacktestRun } from '@trickdesk/contract';
import { weekdayBefore } from '@trickdesk/domain';

/** A back-test that is done. */
export type ComparedRun = BacktestDetails & { readonly report: BacktestRun };

/** What a result rests on. The first four make figures of two runs figures of two things. */
export const BASES = ['days', 'prices', 'costs', 'slippage', 'capital', 'instruments', 'interval', 'rules'] as const;
export type Basis = (typeof BASES)[number];

/** Where these differ, no figure of one run is better than that of another. */
const HINDERING: readonly Basis[] = ['days', 'prices', 'costs', 'slippage'];

function basisOf({ report, ...run }: ComparedRun, basis: Basis): string {
  const { from_date, to_date, data } = report.basis;
  const values: Readonly<Record<Basis, unknown>> = {
    days: [from_date, to_date],
    prices: [run.prices, data],
    costs: run.costs,
    slippage: run.slippageBps,
    capital: run.capitalPaise,
    instruments: run.instruments.toSorted(),
    interval: run.interval,
    rules: [run.versionHash, bestOf(report)],
  };
  return JSON.stringify(values[basis]);
}

/** The values of a sweep whose run the report tells of: other values are other rules. */
const bestOf = ({ sweep }: BacktestRun): unknown => sweep?.combinations[sweep.best]?.values;

/** What is not the same in all runs. */
export function differingBases(runs: readonly ComparedRun[]): Basis[] {
  return BASES.filter((basis) => new Set(runs.map((run) => basisOf(run, basis))).size > 1);
}

export type Unit = 'paise' | 'percent' | 'ratio' | 'count';

interface FigureKind {
  readonly unit: Unit;
  /** Absent where neither is. */
  readonly better?: 'high' | 'low';
  readonly of: (report: BacktestRun) => number | undefined;
}

/** A figure in every run; after charges unless its name says otherwise. */
export const FIGURES = {
  net: { unit: 'paise', better: 'high', of: (run) => run.netPnlPaise },
  return: { unit: 'percent', better: 'high', of: (run) => run.returnPercent },
  cagr: { unit: 'percent', better: 'high', of: (run) => run.cagrPercent },
  drawdown: { unit: 'percent', better: 'high', of: (run) => -Math.abs(run.drawdown?.percent ?? 0) },
  sharpe: { unit: 'ratio', better: 'high', of: (run) => run.sharpe },
  profitFactor: { unit: 'ratio', better: 'high', of: (run) => run.profitFactor },
  winRate: { unit: 'percent', better: 'high', of: (run) => run.winRatePercent },
  expectancy: { unit: 'paise', better: 'high', of: (run) => run.expectancyPaise },
  charges: { unit: 'paise', better: 'low', of: (run) => run.chargesPaise },
  losingRun: { unit: 'count', better: 'low', of: (run) => run.longestLosingRun },
  trades: { unit: 'count', of: (run) => run.trades },
  exposure: { unit: 'percent', of: (run) => run.exposurePercent },
} as const satisfies Readonly<Record<string, FigureKind>>;
export type FigureName = keyof typeof FIGURES;
// The keys of the table are the names.
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];

/**
 * The places of the runs whose figure is the better one. None where what the runs rest on forbids it, where fewer than
 * two have the figure, or where all are the same. Amounts of different capitals are not held against each other.
 */
export function bestPlaces(name: FigureName, runs: readonly ComparedRun[]): readonly number[] {
  const kind: FigureKind = FIGURES[name];
  const differing = differingBases(runs);
  if (kind.better === undefined || isHindered(differing)) return [];
  if (kind.unit === 'paise' && differing.includes('capital')) return [];
  const values = runs.map(({ report }) => kind.of(report));
  const told = values.filter((value) => value !== undefined);
  if (told.length < 2 || new Set(told).size === 1) return [];
  const best = kind.better === 'high' ? Math.max(...told) : Math.min(...told);
  return values.flatMap((value, place) => (value === best ? [place] : []));
}

export const isHindered = (differing: readonly Basis[]): boolean => differing.some((each) => HINDERING.includes(each));

export interface GrowthPoint {
  /** `YYYY-MM-DD` in India. */
  readonly date: string;
  /** In percent of the capital, since the start: 0 on the day before the first. */
  readonly value: number;
}

/** The equity of a run in percent of its capital: runs of any capital start at the same place. */
export function growthOf({ capitalPaise, equity }: BacktestRun): GrowthPoint[] {
  const first = equity[0];
  if (!first || capitalPaise <= 0) return [];
  const points = equity.map(({ date, valuePaise }) => ({ date, value: (valuePaise / capitalPaise - 1) * 100 }));
  return [{ date: weekdayBefore(first.date), value: 0 }, ...points];
}
