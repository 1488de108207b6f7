import { addDays, type EpochMs, indiaDateOf, indiaDayNumber } from '@trickdesk/domain';
import {
  buyAndHold,
  type Comparison,
  compareWith,
  type DailyValue,
  type EquityPoint,
  type HeldInstrument,
  indexAsEquity,
} from '../metrics/index.ts';
import type { BaseFacts } from '../run/types.ts';
import { adjustedBars } from './ex-dates.ts';
import { type BarSeries, PiecedBars } from './pieced-bars.ts';

export interface HoldingInput {
  /** The run's own, one point a session. */
  readonly equity: readonly EquityPoint[];
  readonly startCapitalPaise: number;
  readonly bases: readonly Pick<BaseFacts, 'symbol' | 'actions'>[];
  /** For each base the bars of the run. */
  readonly series: readonly BarSeries[];
  /** Bars before it only warmed indicators. */
  readonly tradeFrom: EpochMs;
  /** What buying so many units of a base costs at that price; nothing when absent. */
  readonly chargesPaise?: ((base: number, quantity: number, pricePaise: number) => number) | undefined;
}

/**
 * The run beside somebody who bought its instruments for the same capital at the first opening and held them.
 *
 * @returns `undefined` where the run has no session or its instruments no price
 */
export function besideHolding(input: HoldingInput): Comparison | undefined {
  const instruments = input.bases.map(({ symbol, actions }, i) => {
    const bars = adjustedBars(PiecedBars.from(input.series[i] ?? []), actions);
    return heldInstrument(symbol, bars.rows(bars.firstRowAt(input.tradeFrom)));
  });
  const sessions = input.equity.map(({ date }) => date);
  const held = buyAndHold(instruments, sessions, input.startCapitalPaise, input.chargesPaise);
  return held.length === 0 ? undefined : beside(input, held);
}

/**
 * The run beside an index that nobody can buy, so it is without charges.
 *
 * @param index its daily closes, oldest first, best with one before the first session
 * @returns `undefined` where the run has no session or the index no value
 */
export function besideIndex(
  input: Pick<HoldingInput, 'equity' | 'startCapitalPaise'>,
  index: readonly DailyValue[],
): Comparison | undefined {
  const sessions = input.equity.map(({ date }) => date);
  const points = indexAsEquity(index, sessions, input.startCapitalPaise);
  return points.length === 0 ? undefined : beside(input, points);
}

function beside(
  { equity, startCapitalPaise }: Pick<HoldingInput, 'equity' | 'startCapitalPaise'>,
  other: readonly EquityPoint[],
): Comparison | undefined {
  const first = equity[0];
  return first && compareWith({ own: equity, other, startCapitalPaise, startDate: addDays(first.date, -1) });
}

function heldInstrument(symbol: string, bars: PiecedBars): HeldInstrument {
  const first = bars.pieces[0]?.read();
  return { symbol, firstOpenPaise: first?.open[0] ?? 0, closes: dailyCloses(bars) };
}

/** The last close of each Indian day that has a bar, whole paise, oldest first. */
export function dailyCloses(series: BarSeries): DailyValue[] {
  const closes: DailyValue[] = [];
  for (const { read } of PiecedBars.from(series).pieces) {
    const { time, close } = read();
    for (let row = 0; row < time.length; row += 1) {
      const at = time[row] ?? 0;
      const isLastOfDay = row + 1 === time.length || indiaDayNumber(time[row + 1] ?? 0) !== indiaDayNumber(at);
      if (!isLastOfDay) continue;
      const date = indiaDateOf(at);
      // A piece may begin within a day.
      if (closes.at(-1)?.date === date) closes.pop();
      closes.push({ date, value: close[row] ?? 0 });
    }
  }
  return closes;
}
