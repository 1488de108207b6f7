import { createRandom, type Random } from '@trickdesk/domain';
import { quantile } from '../quantile.ts';
import { finite, mean, SESSIONS_PER_YEAR } from '../returns.ts';

export interface BootstrapInput {
  /** Daily returns after charges, as fractions, those of days without a position included. */
  readonly returns: readonly number[];
  /** Equal seeds give equal intervals. */
  readonly seed: string | number;
  /** Resampled histories; 1000 when absent. */
  readonly samples?: number;
  /** Share of the histories inside the interval, percent; 90 when absent: 5 below, 5 above. */
  readonly insidePct?: number;
  /** Mean length of a block; the cube root of the number of sessions, rounded, when absent. */
  readonly blockSessions?: number;
}

/** Percent. `value` is the measured one; it need not be the middle. */
export interface Interval {
  readonly low: number;
  readonly value: number;
  readonly high: number;
}

export interface BootstrapIntervals {
  readonly sessions: number;
  readonly samples: number;
  readonly insidePct: number;
  readonly blockSessions: number;
  readonly meanDailyPct: Interval;
  /** Compounded: (Π(1 + r))^(252 ÷ sessions) − 1. `undefined` where a day lost all or more. */
  readonly annualReturnPct?: Interval | undefined;
  /** Share of the histories whose mean day is not a gain, percent. */
  readonly notGainingPct: number;
}

const SAMPLES = 1000;
const INSIDE_PCT = 90;
/** With fewer there are not enough blocks to make another history of. */
export const FEWEST_SESSIONS_TO_RESAMPLE = 20;

/**
 * How else the same days might have gone: the percentile interval of the stationary bootstrap (Politis and Romano 1994).
 * Each history is made of blocks of neighbouring days, of random length (geometric with the given mean) from random
 * places of the history taken as a circle, until it is as long. Blocks keep what neighbouring days have to do with each
 * other, which drawing single days would lose; their mean length grows with ∛n, the order that Hall, Horowitz and Jing
 * (1995) find best for a variance.
 *
 * @returns `undefined` under 20 sessions
 * @throws RangeError when samples, block length or share make no sense
 */
export function bootstrapIntervals(input: BootstrapInput): BootstrapIntervals | undefined {
  const { returns, seed, samples = SAMPLES, insidePct = INSIDE_PCT } = input;
  const sessions = returns.length;
  const blockSessions = input.blockSessions ?? Math.max(1, Math.round(Math.cbrt(sessions)));
  if (!Number.isInteger(samples) || samples < 1) throw new RangeError(`${samples} histories cannot be drawn`);
  if (!(blockSessions >= 1)) throw new RangeError(`a block lasts one session at least, not ${blockSessions}`);
  if (!(insidePct > 0 && insidePct < 100)) throw new RangeError(`an interval cannot hold ${insidePct} %`);
  if (sessions < FEWEST_SESSIONS_TO_RESAMPLE) return undefined;

  const random = createRandom('bootstrap', seed);
  const survives = returns.every((value) => value > -1);
  const sums = sumsBefore(returns);
  const logs = sumsBefore(survives ? returns.map((value) => Math.log1p(value)) : []);
  const means: number[] = [];
  const growths: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    const blocks = drawBlocks(random, sessions, blockSessions);
    means.push((sumOf(blocks, sums) / sessions) * 100);
    if (survives) growths.push(annualPct(sumOf(blocks, logs), sessions));
  }
  const tail = (1 - insidePct / 100) / 2;
  return {
    sessions,
    samples,
    insidePct,
    blockSessions,
    meanDailyPct: intervalOf(means, mean(returns) * 100, tail),
    annualReturnPct: survives ? annualInterval(growths, annualPct(logs.at(-1) ?? 0, sessions), tail) : undefined,
    notGainingPct: (means.filter((value) => value <= 0).length / samples) * 100,
  };
}

interface Block {
  readonly from: number;
  readonly length: number;
}

function drawBlocks(random: Random, sessions: number, meanLength: number): Block[] {
  const blocks: Block[] = [];
  for (let left = sessions; left > 0; ) {
    const geometric = 1 + Math.floor(Math.log(1 - random.next()) / Math.log(1 - 1 / meanLength));
    const length = Math.min(left, geometric);
    blocks.push({ from: random.int(sessions), length });
    left -= length;
  }
  return blocks;
}

/** `sums[i]` is the sum of the first i values, so that a block costs two look-ups however long it is. */
function sumsBefore(values: readonly number[]): number[] {
  const sums = [0];
  let sum = 0;
  for (const value of values) {
    sum += value;
    sums.push(sum);
  }
  return sums;
}

function sumOf(blocks: readonly Block[], sums: readonly number[]): number {
  const sessions = sums.length - 1;
  const at = (i: number): number => sums[i] ?? 0;
  return blocks.reduce((total, { from, length }) => {
    const end = from + length;
    const wrapped = end > sessions ? at(sessions) + at(end - sessions) : at(end);
    return total + wrapped - at(from);
  }, 0);
}

function annualPct(logGrowth: number, sessions: number): number {
  return Math.expm1((logGrowth * SESSIONS_PER_YEAR) / sessions) * 100;
}

function intervalOf(values: readonly number[], value: number, tail: number): Interval {
  const sorted = [...values].sort((a, b) => a - b);
  return { low: quantile(sorted, tail) ?? value, value, high: quantile(sorted, 1 - tail) ?? value };
}

/** A few days of huge gains can be more in a year than a number can hold. */
function annualInterval(values: readonly number[], value: number, tail: number): Interval | undefined {
  const interval = intervalOf(values, value, tail);
  const known = [interval.low, interval.value, interval.high].every((each) => finite(each) !== undefined);
  return known ? interval : undefined;
}
