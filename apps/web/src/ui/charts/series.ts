/**
 * `[openAt (epoch seconds), open, high, low, close (rupees), volume]`, oldest first. The volume of a bar in progress is
 * not known (`undefined`): prices are told as they change, shares only when a minute has closed.
 */
export type Candle = readonly [number, number, number, number, number, number | undefined];

export interface EquityPoint {
  /** `YYYY-MM-DD` in India. */
  readonly date: string;
  readonly valuePaise: number;
}

export interface DrawdownPoint extends EquityPoint {
  /** Below the highest value so far, 0 or negative: −3.2 means 3.2 % under it. */
  readonly drawdownPercent: number;
}

/** Adds to each value how far it stands under the highest one before it. */
export function withDrawdown(points: readonly EquityPoint[]): DrawdownPoint[] {
  let high = Number.NEGATIVE_INFINITY;
  return points.map((point) => {
    high = Math.max(high, point.valuePaise);
    return { ...point, drawdownPercent: high > 0 ? (point.valuePaise / high - 1) * 100 : 0 };
  });
}

/** The candle during which a moment fell: the last that opened at or before it. */
export function candleAt(candles: readonly Candle[], epochSeconds: number): Candle | undefined {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles[middle]?.[0] ?? 0) <= epochSeconds) low = middle + 1;
    else high = middle;
  }
  return candles[low - 1];
}

/** Puts a candle that just changed into the series: it replaces the last one or follows it; an older one is ignored. */
export function withCandle(candles: readonly Candle[], candle: Candle): readonly Candle[] {
  const last = candles.at(-1);
  if (last === undefined || candle[0] > last[0]) return [...candles, candle];
  return candle[0] === last[0] ? [...candles.slice(0, -1), candle] : candles;
}

export interface CandleSummary {
  readonly low: number;
  readonly high: number;
  readonly last: number;
  readonly changePercent: number;
}

/** What a chart shows, in four figures. `undefined` where there are no candles. */
export function summaryOf(candles: readonly Candle[]): CandleSummary | undefined {
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return undefined;
  return {
    low: candles.reduce((low, candle) => Math.min(low, candle[3]), first[3]),
    high: candles.reduce((high, candle) => Math.max(high, candle[2]), first[2]),
    last: last[4],
    changePercent: first[1] === 0 ? 0 : (last[4] / first[1] - 1) * 100,
  };
}

/**
 * What the axis spans where all values are the same, which would leave it nothing to tell apart: one in a hundred around it.
 *
 * @param low  paise, as `high`
 * @returns `undefined` where they differ
 */
export function flatSpan(low: number, high: number): { readonly low: number; readonly high: number } | undefined {
  if (low !== high) return undefined;
  // Ten rupees at least: marks are whole rupees.
  const each = Math.max(10_00, Math.abs(low) / 100);
  return { low: low - each, high: high + each };
}

/** Whether steps of the axis differ in the two decimals of lakhs or crores: ₹3.00 L three times over says nothing. */
export function fitsShort(points: readonly EquityPoint[]): boolean {
  const values = points.map(({ valuePaise }) => valuePaise);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // Some five marks: each step has to be more than a hundredth of the word.
  const word = high >= 1_00_00_000_00 ? 1_00_00_000_00 : 1_00_000_00;
  return (high - low) / 5 > word / 100;
}
