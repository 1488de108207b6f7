import type { BootstrapIntervals } from './bootstrap.ts';
import { type Capacity, MOST_PARTICIPATION_PCT } from './capacity.ts';
import type { CostSensitivity } from './cost-sensitivity.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { normalCdf } from './normal.ts';
import type { RandomEntries } from './random-entries.ts';
import type { DeflatedSharpe } from './sharpe-confidence.ts';
import type { WalkForward } from './walk-forward.ts';

/**
 * How often a strategy without an edge gets another verdict than `none`, percent, at most. The deflated Sharpe ratio alone
 * keeps it where nothing is gained, and the distance from random entries where the market rose: each is passed by chance
 * in 5 of 100 cases, the luck of choosing among the trials included. Whoever must pass others too does so more seldom.
 * Measured on random walks in `verdict-noise.test.ts`.
 *
 * Without an edge means: no gain after charges, or, where random entries were looked at, none beyond what the same
 * holding at other times would have brought. Where they were not, a market that rose may be taken for an edge.
 */
export const FALSE_POSITIVE_PCT = 5;

/** How sure one must be that it is not luck, 0 to 1. */
export const NEEDED_CONFIDENCE = 1 - FALSE_POSITIVE_PCT / 100;
/** Under these, the formulas (made for many returns) hold nothing: a verdict needs more days or trades. */
export const FEWEST_SESSIONS = 60;
export const FEWEST_INDEPENDENT_TRADES = 10;
/** The usual size from which a mean of independent results is taken as normal. */
export const ENOUGH_INDEPENDENT_TRADES = 30;
/** Fills may get twice as bad as they were taken to be, and at least this bad. */
export const SLIPPAGE_RESERVE_FACTOR = 2;
export const LEAST_BREAK_EVEN_BPS = 2;
/** Of the neighbours of the best parameters. */
export const GAINING_NEIGHBOURS_PCT = 60;

/** What came of making a run again on bars that are cut off, as `lookAheadOf` does. */
export interface LookAheadCheck {
  /** Moments at which the bars were cut off. */
  readonly cuts: number;
  /** Decisions up to the last of them, each compared. */
  readonly decisions: number;
  /** Those that were not the same without the later bars. */
  readonly differing: number;
}

export interface VerdictFacts {
  /** Days with a return, those without a position included. */
  readonly sessions: number;
  /** As `independentTrades` counts them. */
  readonly independentTrades: number;
  /** After charges, unless none are counted. */
  readonly netPaise: number;
  readonly isWithoutCharges?: boolean;
  /** Nothing was left of the capital before the last day, so that its days have no measure. */
  readonly isUsedUp?: boolean;
  /** Not spoken of where it is absent: nothing was decided. */
  readonly lookAhead?: LookAheadCheck | undefined;
  readonly deflatedSharpe: DeflatedSharpe | undefined;
  readonly bootstrap: BootstrapIntervals | undefined;
  /** What was not looked at is absent, and said to be missing. */
  readonly randomEntries?: RandomEntries | undefined;
  readonly walkForward?:
    | Pick<WalkForward<unknown>, 'outOfSampleDailyPct' | 'inSampleDailyPct' | 'gainingWindows' | 'windows'>
    | undefined;
  readonly costs?: { readonly slippageBps: number; readonly sensitivity: CostSensitivity } | undefined;
  readonly capacity?: Capacity | undefined;
  /** Asked for only where there was more than one trial. */
  readonly neighbourhood?: Neighbourhood | undefined;
}

export type ReasonKey =
  | 'no_look_ahead'
  | 'enough_data'
  | 'net_gain'
  | 'beyond_luck'
  | 'interval_above_zero'
  | 'beyond_random_entries'
  | 'many_trades'
  | 'walk_forward_gains'
  | 'survives_slippage'
  | 'small_beside_volume'
  | 'neighbours_gain';

/** `missing`: it was not looked at, or has no meaning for the data. */
export type Stance = 'for' | 'against' | 'missing';

export interface VerdictReason {
  readonly key: ReasonKey;
  readonly stance: Stance;
  /** Where a reason of this kind speaks against, there is no evidence; others only weaken it. */
  readonly decides: boolean;
  /** What the words at the edge are made of; the unit is in the name. */
  readonly figures: Readonly<Record<string, number>>;
}

export type Evidence = 'none' | 'weak' | 'some';

export interface Verdict {
  readonly evidence: Evidence;
  readonly falsePositivePct: number;
  readonly reasons: readonly VerdictReason[];
}

/**
 * What a back-test is worth as evidence that there is an edge.
 *
 * `none`: a reason that decides speaks against it, or the deflated Sharpe ratio or the bootstrap could not be computed.
 * `weak`: it is more than luck, but something else speaks against it or was not looked at. `some`: everything was looked
 * at and speaks for it. There is no stronger word: the past is all that was asked.
 */
export function verdictOf(facts: VerdictFacts): Verdict {
  const reasons = [
    ...noLookAhead(facts),
    enoughData(facts),
    netGain(facts),
    beyondLuck(facts),
    intervalAboveZero(facts),
    beyondRandomEntries(facts),
    manyTrades(facts),
    walkForwardGains(facts),
    survivesSlippage(facts),
    smallBesideVolume(facts),
    ...neighboursGain(facts),
  ];
  return { evidence: evidenceOf(reasons), falsePositivePct: FALSE_POSITIVE_PCT, reasons };
}

/** Reasons without which nothing can be said; random entries are not among them, they may not have been asked for. */
const INDISPENSABLE: readonly ReasonKey[] = ['beyond_luck', 'interval_above_zero'];

function evidenceOf(reasons: readonly VerdictReason[]): Evidence {
  const fails = reasons.some(
    ({ key, stance, decides }) =>
      (decides && stance === 'against') || (stance === 'missing' && INDISPENSABLE.includes(key)),
  );
  if (fails) return 'none';
  return reasons.every(({ stance }) => stance === 'for') ? 'some' : 'weak';
}

type Figures = VerdictReason['figures'];

function reason(key: ReasonKey, holds: boolean, figures: Figures): VerdictReason {
  return { key, stance: holds ? 'for' : 'against', decides: false, figures };
}

function missing(key: ReasonKey, figures: Figures = {}): VerdictReason {
  return { key, stance: 'missing', decides: false, figures };
}

function usedUp(isUsedUp = false): Figures {
  return isUsedUp ? { usedUp: 1 } : {};
}

function deciding(each: VerdictReason): VerdictReason {
  return { ...each, decides: true };
}

/** What has seen its own future is no evidence, whatever it gained. */
function noLookAhead({ lookAhead }: VerdictFacts): VerdictReason[] {
  if (!lookAhead) return [];
  const { cuts, decisions, differing } = lookAhead;
  return [deciding(reason('no_look_ahead', differing === 0, { cuts, decisions, differing }))];
}

function enoughData({ sessions, independentTrades }: VerdictFacts): VerdictReason {
  const enough = sessions >= FEWEST_SESSIONS && independentTrades >= FEWEST_INDEPENDENT_TRADES;
  return deciding(reason('enough_data', enough, { sessions, independentTrades }));
}

function netGain({ netPaise, isWithoutCharges }: VerdictFacts): VerdictReason {
  return deciding(reason('net_gain', netPaise > 0, { netPaise, ...(isWithoutCharges ? { withoutCharges: 1 } : {}) }));
}

function beyondLuck({ deflatedSharpe: deflated, isUsedUp }: VerdictFacts): VerdictReason {
  if (!deflated) return deciding(missing('beyond_luck', usedUp(isUsedUp)));
  const { confidence, trials, sharpe, luckySharpe } = deflated;
  return deciding(reason('beyond_luck', confidence >= NEEDED_CONFIDENCE, { confidence, trials, sharpe, luckySharpe }));
}

function intervalAboveZero({ bootstrap, isUsedUp }: VerdictFacts): VerdictReason {
  if (!bootstrap) return deciding(missing('interval_above_zero', usedUp(isUsedUp)));
  const { notGainingPct, meanDailyPct } = bootstrap;
  const holds = notGainingPct <= FALSE_POSITIVE_PCT;
  return deciding(
    reason('interval_above_zero', holds, {
      notGainingPct,
      lowDailyPct: meanDailyPct.low,
      highDailyPct: meanDailyPct.high,
    }),
  );
}

/**
 * The same deflation as of the Sharpe ratio: parameters that were chosen for their result also look good beside random
 * entries. In deviations, the best of the trials is by luck `luckySharpe × √(T − 1)` above the mean.
 */
function beyondRandomEntries({
  randomEntries: random,
  deflatedSharpe: deflated,
  independentTrades,
  isUsedUp,
}: VerdictFacts): VerdictReason {
  if (!random || !deflated || random.deviationsAbove === undefined) {
    // Without a trade there was nothing to compare; with some, that it could not be done is said.
    return deciding(missing('beyond_random_entries', { independentTrades, ...usedUp(isUsedUp) }));
  }
  const luck = deflated.luckySharpe * Math.sqrt(deflated.sessions - 1);
  const confidence = normalCdf(random.deviationsAbove - luck);
  const { percentile, realPaise, middlePaise } = random;
  return deciding(
    reason('beyond_random_entries', confidence >= NEEDED_CONFIDENCE, {
      confidence,
      percentile,
      realPaise,
      middlePaise,
    }),
  );
}

function manyTrades({ independentTrades }: VerdictFacts): VerdictReason {
  return reason('many_trades', independentTrades >= ENOUGH_INDEPENDENT_TRADES, { independentTrades });
}

function walkForwardGains({ walkForward }: VerdictFacts): VerdictReason {
  const outOfSampleDailyPct = walkForward?.outOfSampleDailyPct;
  if (!walkForward || outOfSampleDailyPct === undefined) return missing('walk_forward_gains');
  const { gainingWindows, inSampleDailyPct } = walkForward;
  const windows = walkForward.windows.length;
  return reason('walk_forward_gains', outOfSampleDailyPct > 0 && gainingWindows * 2 >= windows, {
    outOfSampleDailyPct,
    ...(inSampleDailyPct === undefined ? {} : { inSampleDailyPct }),
    gainingWindows,
    windows,
  });
}

function survivesSlippage({ costs }: VerdictFacts): VerdictReason {
  const breakEvenBps = costs?.sensitivity.breakEvenBps;
  if (!costs || breakEvenBps === undefined) return missing('survives_slippage');
  const neededBps = Math.max(LEAST_BREAK_EVEN_BPS, costs.slippageBps * SLIPPAGE_RESERVE_FACTOR);
  return reason('survives_slippage', breakEvenBps >= neededBps, {
    breakEvenBps,
    neededBps,
    slippageBps: costs.slippageBps,
  });
}

function smallBesideVolume({ capacity }: VerdictFacts): VerdictReason {
  if (!capacity) return missing('small_beside_volume');
  const { participationPct, capitalPaise } = capacity;
  return reason('small_beside_volume', participationPct <= MOST_PARTICIPATION_PCT, { participationPct, capitalPaise });
}

function neighboursGain({ neighbourhood, deflatedSharpe }: VerdictFacts): VerdictReason[] {
  if (!neighbourhood && (deflatedSharpe?.trials ?? 1) <= 1) return [];
  if (neighbourhood?.gainingPct === undefined) return [missing('neighbours_gain')];
  const { gainingPct, neighbours, gainingNeighbours, dropPct } = neighbourhood;
  return [
    reason('neighbours_gain', gainingPct >= GAINING_NEIGHBOURS_PCT, {
      neighbours,
      gainingNeighbours,
      ...(dropPct === undefined ? {} : { dropPct }),
    }),
  ];
}
