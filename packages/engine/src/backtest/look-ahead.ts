import { addDays, type EpochMs, indiaMoment } from '@trickdesk/domain';
import type { LookAheadCheck } from '../metrics/index.ts';
import type { Decision } from '../run/types.ts';
import { runOf, type Sweep, type SweepInput } from './sweep.ts';

/** Shares of the run's days: made again up to them, it takes no longer than it took. */
const HALVES: readonly number[] = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2];
/** Where a run is short it may be made again more often, up to its end. */
const SIXTEENTHS: readonly number[] = Array.from({ length: 16 }, (_, i) => (i + 1) / 16);
const SHORT_BARS = 200_000;

/**
 * Whether the run that is reported has looked ahead. It is made again on bars that are cut off right after one of its
 * decisions: what it decides until then must be the same, to the last value of each condition. Whatever reads a later bar
 * finds none there. Cuts are made behind decisions because that is where a later bar would have been read.
 *
 * @returns `undefined` where it decided nothing on a bar before any of the cuts
 */
export function lookAheadOf(
  input: SweepInput,
  { best, run }: Pick<Sweep, 'best'> & { readonly run: Pick<Sweep['run'], 'decisions' | 'equity' | 'bars'> },
): LookAheadCheck | undefined {
  const candidate = input.candidates[best];
  const cuts = cutsOf(run);
  if (!candidate || cuts.length === 0) return undefined;
  const { decisions } = run;
  const differing = new Set<number>();
  let compared = 0;
  for (const at of cuts) {
    const how = { ...input, tells: 'reasons', closeAtEnd: false, until: at } as const;
    const again = knownAt(runOf(how, candidate, { from: input.tradeFrom, to: at }).decisions, at);
    const whole = knownAt(decisions, at);
    compared = Math.max(compared, whole.length);
    for (let i = 0; i < Math.max(whole.length, again.length); i += 1) {
      if (!isSame(whole[i], again[i])) differing.add(i);
    }
  }
  return { cuts: cuts.length, decisions: compared, differing: differing.size };
}

/** Closes of bars on which something was decided, oldest first: for each share of the days the last one within it. */
function cutsOf({ decisions, equity, bars }: Pick<Sweep['run'], 'decisions' | 'equity' | 'bars'>): EpochMs[] {
  const onBars = decisions.filter(({ barOpenAt }) => barOpenAt !== undefined);
  const isShort = bars * SIXTEENTHS.reduce((sum, share) => sum + share, 0) <= SHORT_BARS;
  const cuts = (isShort ? SIXTEENTHS : HALVES).flatMap((share) => {
    const day = equity[Math.floor(share * equity.length) - 1];
    const end = day ? indiaMoment(addDays(day.date, 1)) : Number.NEGATIVE_INFINITY;
    return onBars.findLast(({ at }) => at < end)?.at ?? [];
  });
  return [...new Set(cuts)];
}

/** A first price after the cut may fill, stop or square off in the same moment: that is no decision on a bar. */
function knownAt(decisions: readonly Decision[], at: EpochMs): Decision[] {
  return decisions.filter((one) => one.at < at || (one.at === at && one.barOpenAt !== undefined));
}

/** Whether two values of JSON are the same to the byte: the order of keys is part of it. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const [names, others] = [Object.keys(a), Object.keys(b)];
  if (names.length !== others.length) return false;
  const [values, otherValues] = [Object.values(a), Object.values(b)];
  for (let i = 0; i < names.length; i += 1) {
    if (names[i] !== others[i] || !isSame(values[i], otherValues[i])) return false;
  }
  return true;
}
