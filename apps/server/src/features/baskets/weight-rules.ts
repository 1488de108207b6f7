import { volatilityPct } from '@trickdesk/engine';

/** How a basket's weights come about. Nothing but daily closes of before the review goes into one. */
export type WeightRule =
  | { readonly kind: 'fixed'; readonly weightsBps: Readonly<Record<string, number>> }
  | { readonly kind: 'equal' }
  /** All of the universe, each by the inverse of its volatility over a year. */
  | { readonly kind: 'calm_weighted' }
  /** The calmest so many, weighted the same way. */
  | { readonly kind: 'calmest'; readonly count: number }
  /** Those that grew most over six months, the last one left out, in equal parts. */
  | { readonly kind: 'momentum'; readonly count: number };

/** Daily closes of one name of before the review, oldest first, in units of the last day. */
export interface ClosesOf {
  readonly symbol: string;
  readonly closes: readonly number[];
}

export interface Weighed {
  readonly symbol: string;
  readonly weightBps: number;
  /** Why, in a sentence. */
  readonly reason: string;
}

const WHOLE_BPS = 10_000;
/** Sessions of a year, of half a year, and of the month that momentum leaves out. */
export const YEAR_SESSIONS = 252;
const HALF_YEAR_SESSIONS = 126;
const MONTH_SESSIONS = 21;

/**
 * What a rule makes of the closes of before a review. Weights are whole basis points and add up to 10,000.
 *
 * @returns `undefined` where a rule lacks the history of a year for a name it must weigh
 */
export function weighByRule(rule: WeightRule, universe: readonly ClosesOf[]): Weighed[] | undefined {
  switch (rule.kind) {
    case 'fixed':
      return universe.map(({ symbol }) => ({
        symbol,
        weightBps: rule.weightsBps[symbol] ?? 0,
        reason: 'A fixed part of the basket.',
      }));
    case 'equal':
      return inParts(
        universe.map(({ symbol }) => ({ symbol, part: 1, reason: `One of ${universe.length} equal parts.` })),
      );
    case 'calm_weighted':
      return byCalm(universe, universe.length);
    case 'calmest':
      return byCalm(universe, rule.count);
    case 'momentum':
      return byMomentum(universe, rule.count);
  }
}

function byCalm(universe: readonly ClosesOf[], count: number): Weighed[] | undefined {
  const measured = universe.map(({ symbol, closes }) => ({ symbol, volatility: yearsVolatility(closes) }));
  const known = measured.flatMap(({ symbol, volatility }) => (volatility ? [{ symbol, volatility }] : []));
  if (known.length < count) return undefined;
  const calmest = known.toSorted((a, b) => a.volatility - b.volatility || compare(a.symbol, b.symbol)).slice(0, count);
  return inParts(
    calmest.map(({ symbol, volatility }) => ({
      symbol,
      part: 1 / volatility,
      reason: `Volatility of ${volatility.toFixed(1)} % over the year before the review; calmer names weigh more.`,
    })),
  );
}

function yearsVolatility(closes: readonly number[]): number | undefined {
  if (closes.length <= YEAR_SESSIONS) return undefined;
  const year = closes.slice(-(YEAR_SESSIONS + 1));
  return volatilityPct(year.slice(1).map((close, i) => close / (year[i] ?? close) - 1));
}

function byMomentum(universe: readonly ClosesOf[], count: number): Weighed[] | undefined {
  const known = universe.flatMap(({ symbol, closes }) => {
    const [from, to] = [closes.at(-1 - HALF_YEAR_SESSIONS), closes.at(-1 - MONTH_SESSIONS)];
    return from === undefined || to === undefined ? [] : [{ symbol, growth: to / from - 1 }];
  });
  if (known.length < count) return undefined;
  const strongest = known.toSorted((a, b) => b.growth - a.growth || compare(a.symbol, b.symbol)).slice(0, count);
  return inParts(
    strongest.map(({ symbol, growth }, i) => ({
      symbol,
      part: 1,
      reason: `Rank ${i + 1} of ${known.length}: ${percentWords(growth)} over six months, the last one left out.`,
    })),
  );
}

function percentWords(fraction: number): string {
  const percent = (Math.abs(fraction) * 100).toFixed(1);
  return fraction < 0 ? `down ${percent} %` : `up ${percent} %`;
}

/** Parts to whole basis points that add up exactly; what rounding leaves goes to the largest parts first. */
function inParts(parts: readonly { readonly symbol: string; readonly part: number; readonly reason: string }[]) {
  const total = parts.reduce((sum, { part }) => sum + part, 0);
  const largestFirst = parts.toSorted((a, b) => b.part - a.part || compare(a.symbol, b.symbol));
  const floors = largestFirst.map(({ part }) => Math.floor((part / total) * WHOLE_BPS));
  const left = WHOLE_BPS - floors.reduce((sum, bps) => sum + bps, 0);
  return largestFirst.map(
    ({ symbol, reason }, i): Weighed => ({ symbol, weightBps: (floors[i] ?? 0) + (i < left ? 1 : 0), reason }),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** The first days of the quarters (or halves) of a year at which a basket is reviewed, in order, up to a day. */
export function reviewDays(from: string, until: string, everyMonths: number): string[] {
  const days: string[] = [];
  const first = Number(from.slice(0, 4));
  const last = Number(until.slice(0, 4));
  for (let year = first; year <= last; year += 1) {
    for (let month = 1; month <= 12; month += everyMonths) {
      const day = `${year}-${String(month).padStart(2, '0')}-01`;
      if (day >= from && day <= until) days.push(day);
    }
  }
  return days;
}

/** The first review after a day. */
export function nextReview(after: string, everyMonths: number): string {
  const year = Number(after.slice(0, 4));
  const found = reviewDays(after, `${year + 1}-12-31`, everyMonths).find((day) => day > after);
  return found ?? `${year + 1}-01-01`;
}
