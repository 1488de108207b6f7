import { daysBetween } from '@trickdesk/domain';
import type { Drawdown, EquityPoint } from './report.ts';

/** Sessions that make a year in annualised figures. */
export const SESSIONS_PER_YEAR = 252;
const DAYS_PER_YEAR = 365;

/** Change of each point against the one before, as a fraction. Empty where an earlier value is not positive. */
export function dailyReturns(values: readonly number[]): number[] {
  const returns: number[] = [];
  for (let i = 1; i < values.length; i += 1) {
    const before = values[i - 1] ?? 0;
    if (before <= 0) return [];
    returns.push((values[i] ?? 0) / before - 1);
  }
  return returns;
}

/** The same, one for each point after the first: of an account that is used up, which moves no more, 0 from then on. */
export function returnsThroughRuin(values: readonly number[]): number[] {
  return values.slice(1).map((value, i) => {
    const before = values[i] ?? 0;
    return before > 0 ? value / before - 1 : 0;
  });
}

/** (end ÷ start)^(365 ÷ calendar days) − 1, percent. */
export function cagrPct(start: number, end: number, days: number): number | undefined {
  if (start <= 0 || end <= 0 || days <= 0) return undefined;
  return finite(((end / start) ** (DAYS_PER_YEAR / days) - 1) * 100);
}

/** (end ÷ start)^(252 ÷ sessions) − 1, as a fraction. */
export function annualised(start: number, end: number, sessions: number): number | undefined {
  if (start <= 0 || end <= 0 || sessions <= 0) return undefined;
  return finite((end / start) ** (SESSIONS_PER_YEAR / sessions) - 1);
}

/** Sample deviation (n − 1) of daily returns × √252, percent. */
export function volatilityPct(returns: readonly number[]): number | undefined {
  const deviation = sampleDeviation(returns);
  return deviation === undefined ? undefined : deviation * Math.sqrt(SESSIONS_PER_YEAR) * 100;
}

/** Mean of daily returns over the riskless day's return ÷ sample deviation (n − 1) × √252. */
export function sharpe(returns: readonly number[], riskFreePct: number): number | undefined {
  const deviation = sampleDeviation(returns);
  if (!deviation) return undefined;
  return finite(((mean(returns) - risklessDay(riskFreePct)) / deviation) * Math.sqrt(SESSIONS_PER_YEAR));
}

/** As `sharpe`, but over the root of the mean square of the falls below the riskless return, divided by n. */
export function sortino(returns: readonly number[], riskFreePct: number): number | undefined {
  if (returns.length < 2) return undefined;
  const riskless = risklessDay(riskFreePct);
  let falls = 0;
  for (let i = 0; i < returns.length; i += 1) falls += Math.min(0, (returns[i] ?? 0) - riskless) ** 2;
  if (falls === 0) return undefined;
  const downside = Math.sqrt(falls / returns.length);
  return finite(((mean(returns) - riskless) / downside) * Math.sqrt(SESSIONS_PER_YEAR));
}

/** The deepest fall from a peak in percent of it; the first of equals. `undefined` where equity never fell. */
export function maxDrawdown(points: readonly EquityPoint[]): Drawdown | undefined {
  let peak = points[0];
  let from: EquityPoint | undefined;
  let trough: EquityPoint | undefined;
  let depth = 0;
  for (const point of points) {
    if (!peak || point.equityPaise >= peak.equityPaise) peak = point;
    if (peak.equityPaise <= 0) continue;
    const fall = 1 - point.equityPaise / peak.equityPaise;
    if (!(fall > depth)) continue;
    [from, trough, depth] = [peak, point, fall];
  }
  if (!from || !trough) return undefined;
  const found = { peak: from, trough, depth };
  const recovered = points.find(
    (point) => point.date > found.trough.date && point.equityPaise >= found.peak.equityPaise,
  );
  const until = recovered ?? points.at(-1) ?? found.trough;
  return {
    pct: found.depth * 100,
    amountPaise: found.peak.equityPaise - found.trough.equityPaise,
    peakDate: found.peak.date,
    troughDate: found.trough.date,
    ...(recovered ? { recoveredDate: recovered.date } : {}),
    lengthDays: daysBetween(found.peak.date, until.date),
  };
}

function risklessDay(riskFreePct: number): number {
  return (1 + riskFreePct / 100) ** (1 / SESSIONS_PER_YEAR) - 1;
}

/** Arithmetic mean; of no value at all it has no meaning, so ask for the length first. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum / values.length;
}

/** `undefined` under two values; exactly 0 where all are equal, whatever a float mean makes of them. */
export function sampleDeviation(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  if (values.every((value) => value === values[0])) return 0;
  const middle = mean(values);
  let squares = 0;
  for (let i = 0; i < values.length; i += 1) squares += ((values[i] ?? 0) - middle) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

export function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
