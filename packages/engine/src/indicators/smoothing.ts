import type { Kernel } from './kernel.ts';
import { WeightedSum, WindowSum } from './window-sum.ts';

/** Mean of the last n values. */
export class Sma implements Kernel {
  readonly #window: WindowSum;

  constructor(length: number) {
    this.#window = new WindowSum(length);
  }

  push(value: number): number {
    this.#window.push(value);
    return this.#window.isFull ? this.#window.mean() : Number.NaN;
  }

  fill(values: Float64Array, out: Float64Array, count: number): void {
    this.#window.fillMeans(values, out, count);
  }

  fillPaise(paise: Int32Array, from: number, out: Float64Array, count: number): void {
    this.#window.fillMeansOfPaise(paise, from, out, count);
  }
}

/** Mean weighted n for the newest down to 1 for the oldest. */
export class Wma implements Kernel {
  readonly #window: WeightedSum;
  readonly #weights: number;

  constructor(length: number) {
    this.#window = new WeightedSum(length);
    this.#weights = (length * (length + 1)) / 2;
  }

  push(value: number): number {
    this.#window.push(value);
    return this.#window.isFull ? this.#window.weighted() / this.#weights : Number.NaN;
  }
}

/** Moves towards each value by a fixed share, from the mean of the first n. Its memory is infinite. */
class Seeded implements Kernel {
  readonly #length: number;
  readonly share: number;
  #seed = 0;
  #count = 0;
  /** NaN until it is seeded. Whoever works on blocks takes it out, and puts the last one back. */
  latest = Number.NaN;

  constructor(length: number, share: number) {
    this.#length = length;
    this.share = share;
  }

  push(value: number): number {
    if (this.#count >= this.#length) {
      this.latest += this.share * (value - this.latest);
      return this.latest;
    }
    this.#seed += value;
    this.#count += 1;
    if (this.#count === this.#length) this.latest = this.#seed / this.#length;
    return this.latest;
  }

  fill(values: Float64Array, out: Float64Array, count: number): void {
    let done = 0;
    for (; done < count && this.#count < this.#length; done += 1) out[done] = this.push(values[done] ?? 0);
    if (done < count)
      this.latest = fillSmoothed(values, out, { from: done, count, share: this.share, latest: this.latest });
  }
}

/** `push` of a mean that is seeded, with everything in locals. @returns the last mean */
function fillSmoothed(
  values: Float64Array,
  out: Float64Array,
  { from, count, share, latest: before }: { from: number; count: number; share: number; latest: number },
): number {
  let latest = before;
  for (let i = from; i < count; i += 1) {
    latest += share * ((values[i] ?? 0) - latest);
    out[i] = latest;
  }
  return latest;
}

/** Exponential mean, share 2 ÷ (n + 1), seeded with the simple mean of the first n values. */
export class Ema extends Seeded {
  constructor(length: number) {
    super(length, 2 / (length + 1));
  }
}

/** Wilder's mean, share 1 ÷ n, seeded with the simple mean of the first n values. */
export class Wilder extends Seeded {
  constructor(length: number) {
    super(length, 1 / length);
  }
}
