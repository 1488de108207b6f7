import { rounded } from './rules.ts';

/** Fewer closed trades than this in a period, or on fewer days, and a trick is not ranked in it. */
export const FEWEST_TRADES = 5;
export const FEWEST_TRADING_DAYS = 3;

/** What one copy of a trick closed in the period, after charges. Paise. */
export interface CopyResult {
  readonly strategyId: number;
  /** A random number each: nobody's name. */
  readonly copy: string;
  readonly follower: string;
  readonly net: bigint;
  readonly charges: bigint;
  readonly trades: number;
  readonly wins: number;
  /** As it was on the newest of these days. */
  readonly capital: bigint;
}

/** What an open position of a copy would bring if it were closed now, after all charges. Paise. */
export type OpenResult = Pick<CopyResult, 'strategyId' | 'copy' | 'follower' | 'net' | 'capital'>;

export interface DayResult {
  readonly strategyId: number;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly net: bigint;
}

export interface MonthResult {
  readonly strategyId: number;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly net: bigint;
  /** Of the copies that closed something in it. */
  readonly capital: bigint;
}

export interface TrackFacts {
  /** Of the period. */
  readonly copies: readonly CopyResult[];
  readonly open: readonly OpenResult[];
  /** From the start, oldest first. */
  readonly days: readonly DayResult[];
  readonly months: readonly MonthResult[];
}

/** A trick's result in a period, with what tells luck from skill. */
export interface Track {
  readonly strategyId: number;
  readonly returnPercent: number;
  /** Two-sided 95 % range of the return, from how much its days differ. */
  readonly likelyFromPercent: number;
  readonly likelyToPercent: number;
  readonly net: bigint;
  /** Of `net`, what is still open. */
  readonly open: bigint;
  readonly charges: bigint;
  readonly capital: bigint;
  readonly trades: number;
  readonly wins: number;
  readonly followers: number;
  /** Of these, the ones that gained. */
  readonly gained: number;
  readonly medianPercent: number;
  readonly worstMonth: { readonly month: string; readonly returnPercent: number };
  readonly maxDrawdownPercent: number;
  /** The first day of the record, not of the period. */
  readonly since: string;
  readonly from: string;
  readonly to: string;
  readonly tradingDays: number;
  /** Percent of the capital at the end of each day of the period. */
  readonly curve: readonly number[];
}

export interface Ranking {
  /** Best return first; equal ones by number. */
  readonly ranked: readonly Track[];
  /** Tricks with too few trades or days to say anything. */
  readonly tooFew: number;
}

/**
 * Ranks tricks by what their followers made of their capital after charges: closed trades of the period and what is
 * open now, winners and losers alike. Whether a trick is still offered, or its followers are still there, plays no part.
 *
 * @param fromDay the first day of the period; from the start where absent
 */
export function rankTracks(facts: TrackFacts, fromDay: string | undefined): Ranking {
  const tracks = tracksOf(facts, fromDay);
  const ranked = tracks.filter(
    ({ trades, tradingDays }) => trades >= FEWEST_TRADES && tradingDays >= FEWEST_TRADING_DAYS,
  );
  return { ranked: ranked.toSorted(better), tooFew: tracks.length - ranked.length };
}

/** Of every trick of which something was closed in the period, however little. */
export function tracksOf(facts: TrackFacts, fromDay: string | undefined): Track[] {
  const ids = [...new Set(facts.copies.map(({ strategyId }) => strategyId))];
  return ids.flatMap((id) => trackOf(factsOf(facts, id), fromDay) ?? []);
}

const better = (a: Track, b: Track): number => b.returnPercent - a.returnPercent || a.strategyId - b.strategyId;

function factsOf(facts: TrackFacts, id: number): TrackFacts {
  const own = <Row extends { readonly strategyId: number }>(rows: readonly Row[]) =>
    rows.filter(({ strategyId }) => strategyId === id);
  return { copies: own(facts.copies), open: own(facts.open), days: own(facts.days), months: own(facts.months) };
}

function trackOf(facts: TrackFacts, fromDay: string | undefined): Track | undefined {
  const { copies, open, days } = facts;
  const inPeriod = days.filter(({ day }) => fromDay === undefined || day >= fromDay);
  const [first, earliest, last] = [inPeriod[0], days[0], inPeriod.at(-1)];
  const capital = capitalOf(facts);
  if (!first || !earliest || !last || capital <= 0n) return undefined;
  const openNet = sum(open, ({ net }) => net);
  const net = sum(copies, (copy) => copy.net) + openNet;
  const returnPercent = percentOf(net, capital);
  const spread = spreadPercent(inPeriod, capital);
  const people = returnsOfFollowers(facts);
  const curve = curveOf(inPeriod, capital);
  return {
    strategyId: first.strategyId,
    returnPercent,
    likelyFromPercent: rounded(returnPercent - spread),
    likelyToPercent: rounded(returnPercent + spread),
    net,
    open: openNet,
    charges: sum(copies, ({ charges }) => charges),
    capital,
    trades: count(copies, ({ trades }) => trades),
    wins: count(copies, ({ wins }) => wins),
    followers: people.length,
    gained: people.filter((person) => person.net > 0n).length,
    medianPercent: rounded(medianOf(people.map(({ percent }) => percent))),
    worstMonth: worstMonthOf(facts.months),
    maxDrawdownPercent: deepestFall(curve),
    since: earliest.day,
    from: first.day,
    to: last.day,
    tradingDays: inPeriod.length,
    curve,
  };
}

/** Each copy's once: one with both closed trades and an open position counts with the closed ones' capital. */
function capitalOf({ copies, open }: TrackFacts): bigint {
  const closed = new Set(copies.map(({ copy }) => copy));
  const onlyOpen = new Map(open.filter(({ copy }) => !closed.has(copy)).map(({ copy, capital }) => [copy, capital]));
  return sum(copies, ({ capital }) => capital) + sum([...onlyOpen.values()], (capital) => capital);
}

/** What each follower's copies came to together, also in percent of their capital. */
function returnsOfFollowers({ copies, open }: TrackFacts) {
  const names = [...new Set([...copies, ...open].map(({ follower }) => follower))];
  return names.flatMap((name) => {
    const own = <Row extends { readonly follower: string }>(rows: readonly Row[]) =>
      rows.filter(({ follower }) => follower === name);
    const theirs = { copies: own(copies), open: own(open), days: [], months: [] };
    const capital = capitalOf(theirs);
    const net = sum(theirs.copies, (copy) => copy.net) + sum(theirs.open, (row) => row.net);
    return capital > 0n ? [{ net, percent: percentOf(net, capital) }] : [];
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function worstMonthOf(months: readonly MonthResult[]): Track['worstMonth'] {
  const made = months.map(({ month, net, capital }) => ({ month, returnPercent: percentOf(net, capital) }));
  const [worst] = made.toSorted((a, b) => a.returnPercent - b.returnPercent || (a.month < b.month ? -1 : 1));
  return worst ?? { month: '', returnPercent: 0 };
}

/** Percent of the capital after each day, from nothing on. */
function curveOf(days: readonly DayResult[], capital: bigint): number[] {
  let net = 0n;
  const curve = days.map((day) => {
    net += day.net;
    return percentOf(net, capital);
  });
  return [0, ...curve];
}

/** How far the value, capital and result, fell below its highest before; zero or less. Percent. */
function deepestFall(curve: readonly number[]): number {
  let peak = 100;
  let deepest = 0;
  for (const percent of curve) {
    const value = 100 + percent;
    peak = Math.max(peak, value);
    deepest = Math.min(deepest, (value / peak - 1) * 100);
  }
  return rounded(deepest);
}

/** Student's t, 0.975, for 1 to 30 degrees of freedom; above, 1.96 + 2.4 / n is within a hundredth. */
const T_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Half the 95 % range of a sum of days that are taken as independent, percent of the capital. */
function spreadPercent(days: readonly DayResult[], capital: bigint): number {
  const freedom = days.length - 1;
  if (freedom < 1) return 0;
  const values = days.map(({ net }) => (Number(net) / Number(capital)) * 100);
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / freedom;
  return (T_975[freedom - 1] ?? 1.96 + 2.4 / freedom) * Math.sqrt(variance * values.length);
}

/** Zero has no sign: what rounds to it from below is zero as well. */
const percentOf = (net: bigint, capital: bigint): number =>
  capital > 0n ? rounded((Number(net) / Number(capital)) * 100) + 0 : 0;

const sum = <Row>(rows: readonly Row[], of: (row: Row) => bigint): bigint =>
  rows.reduce((total, row) => total + of(row), 0n);

const count = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);
