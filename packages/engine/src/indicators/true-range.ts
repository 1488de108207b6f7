import type { Kernel } from './kernel.ts';
import { Wilder } from './smoothing.ts';
import type { IndicatorInput } from './types.ts';

/** The bar's range with the gap from the close before. The first bar has no gap. */
export class TrueRange {
  #before = Number.NaN;

  /** NaN on the first bar when `skipFirst`, else its plain range. */
  push({ high, low, close }: IndicatorInput, skipFirst: boolean): number {
    const before = this.#before;
    this.#before = close;
    if (Number.isNaN(before)) return skipFirst ? Number.NaN : high - low;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  }
}

/**
 * Wilder's average of true ranges. `skipFirst` leaves the first bar out, so that the first value comes at bar n
 * (counted from 0) instead of n − 1; the two conventions converge.
 */
export class AverageTrueRange {
  readonly #range = new TrueRange();
  readonly #mean: Kernel;
  readonly #skipFirst: boolean;

  constructor(length: number, skipFirst: boolean) {
    this.#mean = new Wilder(length);
    this.#skipFirst = skipFirst;
  }

  push(input: IndicatorInput): number {
    const range = this.#range.push(input, this.#skipFirst);
    return Number.isNaN(range) ? Number.NaN : this.#mean.push(range);
  }
}
