/**
 * A price of the exchange is whole paise; the mean of two, three or four of them (hl2, hlc3, ohlc4) is a whole number
 * of 1/1200 rupee. In that unit a sum of prices is exact in a double.
 */
export const PRICE_UNITS = 1200;
/** What a source has beyond whole units is counted in 1/2³⁰ of a unit, below 10⁻¹² rupee. */
const FINE = 2 ** 30;
/** Relative noise of a few float operations: hlc3 is a sum and a division, the change of unit one more step. */
export const FLOAT_NOISE = 8 * Number.EPSILON;

/**
 * Sum of the last `length` values in constant time.
 *
 * It is kept as whole numbers, so adding and taking away never rounds: there is no drift, and the sum depends on the
 * window alone. Two runs that began at different bars agree bit for bit as soon as both windows are full.
 * (Exact while sums stay below 2⁵³ units: length × value < 7.5 × 10¹². Beyond that they round.)
 */
export class WindowSum {
  readonly length: number;
  readonly units: number;
  readonly #whole: Float64Array;
  readonly #fine: Float64Array;
  #at = 0;
  count = 0;
  /** The sum in whole units, and what is beyond them in 1/2³⁰ of a unit. */
  sumWhole = 0;
  sumFine = 0;
  /** The same of the last value alone. */
  lastWhole = 0;
  lastFine = 0;
  /** How many of the last values had nothing beyond whole units. */
  #wholeFor = 0;

  /** @param units how many whole units make one: 1200 for prices, 100 for rupees × shares, 1 for shares */
  constructor(length: number, units = PRICE_UNITS) {
    this.length = length;
    this.units = units;
    this.#whole = new Float64Array(length);
    this.#fine = new Float64Array(length);
  }

  push(value: number): void {
    const units = value * this.units;
    const whole = Math.round(units);
    const rest = units - whole;
    // Float noise is not a part of the value.
    const fine = Math.abs(rest) <= Math.abs(whole) * FLOAT_NOISE ? 0 : Math.round(rest * FINE);
    const at = this.#at;
    // Until the window is full there are zeros in its places.
    if (this.count < this.length) this.count += 1;
    this.sumWhole += whole - (this.#whole[at] ?? 0);
    this.sumFine += fine - (this.#fine[at] ?? 0);
    this.lastWhole = whole;
    this.lastFine = fine;
    this.#wholeFor = fine === 0 ? this.#wholeFor + 1 : 0;
    this.#whole[at] = whole;
    this.#fine[at] = fine;
    this.#at = at + 1 === this.length ? 0 : at + 1;
  }

  get isFull(): boolean {
    return this.count === this.length;
  }

  /** What `push` and then `mean` give for each of `count` values, NaN until the window is full. */
  fillMeans(values: Float64Array, out: Float64Array, count: number): void {
    let done = 0;
    for (; done < count && !this.isFull; done += 1) {
      this.push(values[done] ?? 0);
      out[done] = this.isFull ? this.mean() : Number.NaN;
    }
    if (this.#wholeFor >= this.length) done = this.#fillWhole(values, out, { from: done, count });
    if (done < count) this.#fillFull(values, out, { from: done, count });
  }

  /**
   * `push` and `mean` while nothing in the window is beyond whole units, as no price of the exchange is.
   *
   * @returns the first value that is
   */
  #fillWhole(values: Float64Array, out: Float64Array, { from, count }: { from: number; count: number }): number {
    const { length, units } = this;
    const wholes = this.#whole;
    const divisor = units * length;
    let { sumWhole, lastWhole } = this;
    let at = this.#at;
    let i = from;
    for (; i < count; i += 1) {
      const value = (values[i] ?? 0) * units;
      const whole = Math.round(value);
      if (!(Math.abs(value - whole) <= Math.abs(whole) * FLOAT_NOISE)) break;
      lastWhole = whole;
      sumWhole += whole - (wholes[at] ?? 0);
      wholes[at] = whole;
      at = at + 1 === length ? 0 : at + 1;
      out[i] = sumWhole / divisor;
    }
    this.#at = at;
    this.#wholeFor += i - from;
    this.sumWhole = sumWhole;
    this.lastWhole = lastWhole;
    if (i > from) this.lastFine = 0;
    return i;
  }

  /**
   * What `fillMeans` gives for stored prices, whole paise from place `from` on: they need no rounding, and what leaves
   * the window lies there still.
   */
  fillMeansOfPaise(paise: Int32Array, from: number, out: Float64Array, count: number): void {
    const { length } = this;
    let done = 0;
    for (; done < count && (this.#wholeFor < length || count - done < length); done += 1) {
      this.push((paise[from + done] ?? 0) / 100);
      out[done] = this.isFull ? this.mean() : Number.NaN;
    }
    if (done < count) this.#fillPaise(paise, from, out, { from: done, count });
  }

  /** At least as many prices as the window is long, with nothing beyond whole units in it. */
  #fillPaise(
    paise: Int32Array,
    start: number,
    out: Float64Array,
    { from, count }: { from: number; count: number },
  ): void {
    const { length } = this;
    const wholes = this.#whole;
    const perPaisa = this.units / 100;
    const divisor = this.units * length;
    let { sumWhole } = this;
    let at = this.#at;
    for (let i = from; i < from + length; i += 1) {
      sumWhole += perPaisa * (paise[start + i] ?? 0) - (wholes[at] ?? 0);
      at = at + 1 === length ? 0 : at + 1;
      out[i] = sumWhole / divisor;
    }
    const first = start - length;
    for (let i = from + length; i < count; i += 1) {
      sumWhole += perPaisa * ((paise[start + i] ?? 0) - (paise[first + i] ?? 0));
      out[i] = sumWhole / divisor;
    }
    for (let i = 0; i < length; i += 1) wholes[i] = perPaisa * (paise[first + count + i] ?? 0);
    this.#at = 0;
    this.#wholeFor += count - from;
    this.sumWhole = sumWhole;
    this.lastWhole = wholes[length - 1] ?? 0;
    this.lastFine = 0;
  }

  /** `push` with everything in locals: stored bars come by the million. */
  #fillFull(values: Float64Array, out: Float64Array, { from, count }: { from: number; count: number }): void {
    const { length, units } = this;
    const [wholes, fines] = [this.#whole, this.#fine];
    const divisor = units * length;
    let { sumWhole, sumFine, lastWhole, lastFine } = this;
    let at = this.#at;
    let wholeFor = this.#wholeFor;
    for (let i = from; i < count; i += 1) {
      const value = (values[i] ?? 0) * units;
      lastWhole = Math.round(value);
      const rest = value - lastWhole;
      lastFine = Math.abs(rest) <= Math.abs(lastWhole) * FLOAT_NOISE ? 0 : Math.round(rest * FINE);
      sumWhole += lastWhole - (wholes[at] ?? 0);
      sumFine += lastFine - (fines[at] ?? 0);
      wholes[at] = lastWhole;
      fines[at] = lastFine;
      wholeFor = lastFine === 0 ? wholeFor + 1 : 0;
      at = at + 1 === length ? 0 : at + 1;
      out[i] = (sumFine === 0 ? sumWhole : sumWhole + sumFine / FINE) / divisor;
    }
    this.#at = at;
    this.sumWhole = sumWhole;
    this.sumFine = sumFine;
    this.lastWhole = lastWhole;
    this.lastFine = lastFine;
    this.#wholeFor = wholeFor;
  }

  sum(): number {
    return (this.sumWhole + this.sumFine / FINE) / this.units;
  }

  mean(): number {
    return (this.sumWhole + this.sumFine / FINE) / (this.units * this.count);
  }
}

/**
 * Sum of the last `length` values, and their sum weighted 1 (oldest) to `length` (newest), exact in the same way.
 * (While weighted sums stay below 2⁵³ units: length² ÷ 2 × value < 7.5 × 10¹².)
 */
export class WeightedSum {
  readonly #sum: WindowSum;
  #weightedWhole = 0;
  #weightedFine = 0;

  constructor(length: number) {
    this.#sum = new WindowSum(length);
  }

  push(value: number): void {
    const sum = this.#sum;
    if (sum.isFull) {
      this.#weightedWhole -= sum.sumWhole;
      this.#weightedFine -= sum.sumFine;
    }
    sum.push(value);
    this.#weightedWhole += sum.count * sum.lastWhole;
    this.#weightedFine += sum.count * sum.lastFine;
  }

  get isFull(): boolean {
    return this.#sum.isFull;
  }

  sum(): number {
    return this.#sum.sum();
  }

  mean(): number {
    return this.#sum.mean();
  }

  /** Weights 1, 2, … from the oldest value. */
  weighted(): number {
    return (this.#weightedWhole + this.#weightedFine / FINE) / this.#sum.units;
  }
}
