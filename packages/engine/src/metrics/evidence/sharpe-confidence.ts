import { finite, mean, sampleDeviation } from '../returns.ts';
import { normalCdf, normalQuantile } from './normal.ts';

/** Euler and Mascheroni's constant. */
const EULER = 0.5772156649015329;

export interface SharpeMoments {
  /** How many daily returns. */
  readonly sessions: number;
  /** Of a day: mean ÷ sample deviation. Times √252 for a year. */
  readonly sharpe: number;
  /** Third and fourth standardised moments (divided by n); 0 and 3 of a normal distribution. */
  readonly skew: number;
  readonly kurtosis: number;
}

/**
 * What the confidence in a Sharpe ratio depends on.
 *
 * @param returns daily, as fractions, those of days without a position included
 * @returns `undefined` under three returns, or where they are all equal
 */
export function sharpeMoments(returns: readonly number[]): SharpeMoments | undefined {
  const deviation = sampleDeviation(returns);
  if (returns.length < 3 || !deviation) return undefined;
  const middle = mean(returns);
  let squares = 0;
  let cubes = 0;
  let fourths = 0;
  for (const value of returns) {
    const distance = value - middle;
    const square = distance * distance;
    squares += square;
    cubes += square * distance;
    fourths += square * square;
  }
  const variance = squares / returns.length;
  const skew = finite(cubes / returns.length / variance ** 1.5);
  const kurtosis = finite(fourths / returns.length / variance ** 2);
  const sharpe = finite(middle / deviation);
  if (skew === undefined || kurtosis === undefined || sharpe === undefined) return undefined;
  return { sessions: returns.length, sharpe, skew, kurtosis };
}

/**
 * Probabilistic Sharpe ratio (Bailey and López de Prado 2012, "The Sharpe Ratio Efficient Frontier"): how sure one may
 * be that the true Sharpe ratio is above a benchmark,
 * Φ( (SR − SR*) · √(T − 1) ÷ √(1 − γ₃·SR + (γ₄ − 1)/4 · SR²) ).
 *
 * @param benchmark Sharpe ratio of a day, as `moments.sharpe`
 * @returns 0 to 1; `undefined` where the returns take two values only, so that the denominator may vanish
 */
export function probabilisticSharpe(moments: SharpeMoments, benchmark = 0): number | undefined {
  const { sessions, sharpe, skew, kurtosis } = moments;
  const spread = 1 - skew * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  if (!(spread > 0)) return undefined;
  return normalCdf(((sharpe - benchmark) * Math.sqrt(sessions - 1)) / Math.sqrt(spread));
}

/**
 * The Sharpe ratio that the best of several trials without any edge is expected to show (Bailey and López de Prado
 * 2014): √V · ((1 − γ)·Φ⁻¹(1 − 1/N) + γ·Φ⁻¹(1 − 1/(N·e))), γ = 0.5772…
 *
 * @param trials    N, a whole number of at least 1; of one trial nothing was chosen, so it is 0
 * @param variance  V, of the trials' Sharpe ratios, in the unit (a day's or a year's) that the answer is to have
 */
export function expectedBestSharpe(trials: number, variance: number): number {
  if (trials <= 1) return 0;
  const luck = (1 - EULER) * normalQuantile(1 - 1 / trials) + EULER * normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * luck;
}

export interface DeflatedSharpeInput {
  /** Daily returns of the chosen parameters, as fractions, after charges. */
  readonly returns: readonly number[];
  /**
   * All parameter sets that were looked at before choosing, these included: at least 1. Who looks at forty and says one
   * gets forty times the luck for free.
   */
  readonly trials: number;
  /** A day's Sharpe ratio of each trial, as far as they are known; one without a value was not traded. */
  readonly trialSharpes?: readonly (number | undefined)[];
}

export interface DeflatedSharpe extends SharpeMoments {
  readonly trials: number;
  /** What the best of that many trials shows by luck alone, a day's. */
  readonly luckySharpe: number;
  /** Probabilistic Sharpe ratio against 0, 0 to 1: how sure one could be had nothing been chosen. */
  readonly confidenceUndeflated: number;
  /** Deflated Sharpe ratio, 0 to 1: how sure one may be that there is more than the luck of choosing. */
  readonly confidence: number;
}

/**
 * Deflated Sharpe ratio (Bailey and López de Prado 2014, "The Deflated Sharpe Ratio: Correcting for Selection Bias,
 * Backtest Overfitting and Non-Normality", Journal of Portfolio Management 40/5): the probabilistic Sharpe ratio against
 * the Sharpe ratio that the best of the trials shows by luck.
 *
 * V is the sample variance of the trials' Sharpe ratios. Where fewer than two are known it is 1/(T − 1), which is what
 * independent trials without an edge would have: the careful side. Trials that resemble each other need no correction of
 * their number: their Sharpe ratios lie close, so V is small, and counting them all errs on the careful side.
 *
 * @returns `undefined` where the returns have no Sharpe ratio
 * @throws RangeError when `trials` is not a whole number of at least 1, or is less than the Sharpe ratios given
 */
export function deflatedSharpe(input: DeflatedSharpeInput): DeflatedSharpe | undefined {
  const { returns, trials, trialSharpes = [] } = input;
  if (!Number.isInteger(trials) || trials < 1 || trials < trialSharpes.length) {
    throw new RangeError(`${trials} trials cannot be, with ${trialSharpes.length} Sharpe ratios`);
  }
  const moments = sharpeMoments(returns);
  if (!moments) return undefined;
  const known = trialSharpes.filter((value) => value !== undefined);
  const deviation = known.length > 1 ? (sampleDeviation(known) ?? 0) : 1 / Math.sqrt(moments.sessions - 1);
  const luckySharpe = expectedBestSharpe(trials, deviation ** 2);
  const confidenceUndeflated = probabilisticSharpe(moments);
  const confidence = probabilisticSharpe(moments, luckySharpe);
  if (confidence === undefined || confidenceUndeflated === undefined) return undefined;
  return { ...moments, trials, luckySharpe, confidenceUndeflated, confidence };
}
