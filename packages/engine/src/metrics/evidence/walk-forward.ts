import { mean } from '../returns.ts';
import { sharpeMoments } from './sharpe-confidence.ts';

/** Sessions `from` (included) to `to` (excluded), counted from the first session of the data. */
export interface SessionWindow {
  readonly from: number;
  readonly to: number;
}

export interface WalkForwardSplit {
  readonly inSample: SessionWindow;
  readonly outOfSample: SessionWindow;
}

export interface SplitInput {
  /** How many sessions the data has. */
  readonly sessions: number;
  readonly inSampleSessions: number;
  readonly outOfSampleSessions: number;
  /** `rolling`: each fit sees the same number of sessions. `anchored`: each sees all from the first on. */
  readonly mode: 'rolling' | 'anchored';
  /**
   * Sessions left out between a fit and what it is tried on, for strategies that hold positions over days: a trade of
   * the one must not end in the other. 0 when absent.
   */
  readonly gapSessions?: number;
}

/**
 * Where to fit and where to try (Pardo 1992, walk-forward analysis). The windows to try on follow one another without a
 * hole or an overlap, up to the last session; the last may be shorter.
 *
 * @returns none where the data does not reach beyond the first fit
 * @throws RangeError when a length is not a whole number, of at least 1 (the gap: 0)
 */
export function walkForwardSplits(input: SplitInput): WalkForwardSplit[] {
  const { sessions, inSampleSessions, outOfSampleSessions, mode, gapSessions = 0 } = input;
  const lengths = [inSampleSessions - 1, outOfSampleSessions - 1, gapSessions];
  if (lengths.some((length) => !Number.isInteger(length) || length < 0)) {
    throw new RangeError('windows are whole sessions, one at least');
  }
  const splits: WalkForwardSplit[] = [];
  for (let from = inSampleSessions + gapSessions; from < sessions; from += outOfSampleSessions) {
    const fitTo = from - gapSessions;
    splits.push({
      inSample: { from: mode === 'rolling' ? fitTo - inSampleSessions : 0, to: fitTo },
      outOfSample: { from, to: Math.min(sessions, from + outOfSampleSessions) },
    });
  }
  return splits;
}

export interface WalkForwardInput<Parameters> extends SplitInput {
  /** What is tried at each fit, in a fixed order: of equals the first is taken. */
  readonly candidates: readonly Parameters[];
  /**
   * Daily returns after charges of a run with these parameters over the window, one for each session, as fractions. It
   * must start flat and see nothing after the window. It is called for each candidate at each fit.
   */
  readonly evaluate: (parameters: Parameters, window: SessionWindow) => readonly number[];
  /** The same for a window that no fit has seen, where that costs more and fewer are asked for; `evaluate` when absent. */
  readonly evaluateUnseen?: (parameters: Parameters, window: SessionWindow) => readonly number[];
  /** What a fit makes as large as it can; a day's Sharpe ratio when absent. A candidate without a score is not taken. */
  readonly score?: (returns: readonly number[]) => number | undefined;
}

export interface WalkForwardWindow<Parameters> extends WalkForwardSplit {
  /** Absent where no candidate had a score: then nothing is traded. */
  readonly chosen?: Parameters;
  /** Mean day of the chosen parameters where they were fitted, and where they were tried; percent. */
  readonly inSampleDailyPct?: number | undefined;
  readonly outOfSampleDailyPct: number;
}

export interface WalkForward<Parameters> {
  readonly windows: readonly WalkForwardWindow<Parameters>[];
  /** All windows' returns on sessions that no fit had seen, joined, as fractions. */
  readonly outOfSampleReturns: readonly number[];
  readonly outOfSampleDailyPct?: number | undefined;
  /** Mean over the windows where something was chosen. */
  readonly inSampleDailyPct?: number | undefined;
  /**
   * Out-of-sample ÷ in-sample mean day (Pardo's walk-forward efficiency): 1 where fitting loses nothing on new data;
   * `undefined` where the fits gained nothing.
   */
  readonly efficiency?: number | undefined;
  /** Windows whose mean day out of sample was a gain. */
  readonly gainingWindows: number;
}

/**
 * Fits on each in-sample window, trades what follows it with the fit, and joins the results: what somebody would have
 * got who had chosen the parameters without knowing the future.
 *
 * @throws RangeError when `evaluate` does not return one value for each session of its window
 */
export function walkForward<Parameters>(input: WalkForwardInput<Parameters>): WalkForward<Parameters> {
  const returns: number[] = [];
  const unseen = { evaluate: input.evaluateUnseen ?? input.evaluate };
  const windows = walkForwardSplits(input).map((split) => {
    const best = fit(input, split.inSample);
    const length = split.outOfSample.to - split.outOfSample.from;
    const tried = best ? returnsOf(unseen, best.chosen, split.outOfSample) : new Array<number>(length).fill(0);
    returns.push(...tried);
    return { ...split, ...best, outOfSampleDailyPct: mean(tried) * 100 };
  });
  const fitted = windows.flatMap(({ inSampleDailyPct }) => inSampleDailyPct ?? []);
  const outOfSampleDailyPct = returns.length > 0 ? mean(returns) * 100 : undefined;
  const inSampleDailyPct = fitted.length > 0 ? mean(fitted) : undefined;
  const gained = inSampleDailyPct !== undefined && inSampleDailyPct > 0 ? inSampleDailyPct : undefined;
  return {
    windows,
    outOfSampleReturns: returns,
    outOfSampleDailyPct,
    inSampleDailyPct,
    efficiency: gained && outOfSampleDailyPct !== undefined ? outOfSampleDailyPct / gained : undefined,
    gainingWindows: windows.filter((window) => window.outOfSampleDailyPct > 0).length,
  };
}

function fit<Parameters>(
  input: WalkForwardInput<Parameters>,
  window: SessionWindow,
): { readonly chosen: Parameters; readonly inSampleDailyPct: number } | undefined {
  const score = input.score ?? ((returns) => sharpeMoments(returns)?.sharpe);
  let highest = Number.NEGATIVE_INFINITY;
  let best: { readonly chosen: Parameters; readonly inSampleDailyPct: number } | undefined;
  for (const chosen of input.candidates) {
    const returns = returnsOf(input, chosen, window);
    const scored = score(returns);
    if (scored === undefined || !(scored > highest)) continue;
    highest = scored;
    best = { chosen, inSampleDailyPct: mean(returns) * 100 };
  }
  return best;
}

function returnsOf<Parameters>(
  { evaluate }: Pick<WalkForwardInput<Parameters>, 'evaluate'>,
  parameters: Parameters,
  window: SessionWindow,
): readonly number[] {
  const returns = evaluate(parameters, window);
  if (returns.length !== window.to - window.from) {
    throw new RangeError(`${window.to - window.from} sessions need as many returns, not ${returns.length}`);
  }
  return returns;
}
