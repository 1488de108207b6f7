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
 * Sum of the last `length` values and their sum weighted 1 (oldest) to `length` (newest), in constant time.
 *
 * Both are kept as whole numbers, so adding and taking away never rounds: there is no drift, and the sums depend on the
 * window alone. Two runs that began at different bars agree bit for bit as soon as both windows are full.
 * (Exact while weighted sums stay below 2⁵³ units: length² ÷ 2 × value < 7.5 × 10¹². Beyond that the sums round.)
 */
export class WindowSum {
  readonly #length: number;
  readonly #units: number;
  readonly #whole: Float64Array;
  readonly #fine: Float64Array;
  #at = 0;
  #count = 0;
  #sumWhole = 0;
  #sumFine = 0;
  #weightedWhole = 0;
  #weightedFine = 0;

  /** @param units how many whole units make one: 1200 for prices, 100 for rupees × shares, 1 for shares */
  constructor(length: number, units = PRICE_UNITS) {
    this.#length = length;
    this.#units = units;
    this.#whole = new Float64Array(length);
    this.#fine = new Float64Array(length);
  }

  push(value: number): void {
    const units = value * this.#units;
    const whole = Math.round(units);
    const rest = units - whole;
    // Float noise is not a part of the value.
    const fine = Math.abs(rest) <= Math.abs(whole) * FLOAT_NOISE ? 0 : Math.round(rest * FINE);
    if (this.#count < this.#length) this.#count += 1;
    else {
      this.#weightedWhole -= this.#sumWhole;
      this.#weightedFine -= this.#sumFine;
      this.#sumWhole -= this.#whole[this.#at] ?? 0;
      this.#sumFine -= this.#fine[this.#at] ?? 0;
    }
    this.#sumWhole += whole;
    this.#sumFine += fine;
    this.#weightedWhole += this.#count * whole;
    this.#weightedFine += this.#count * fine;
    this.#whole[this.#at] = whole;
    this.#fine[this.#at] = fine;
    this.#at = this.#at + 1 === this.#length ? 0 : this.#at + 1;
  }

  get isFull(): boolean {
    return this.#count === this.#length;
  }

  sum(): number {
    return (this.#sumWhole + this.#sumFine / FINE) / this.#units;
  }

  mean(): number {
    return (this.#sumWhole + this.#sumFine / FINE) / (this.#units * this.#count);
  }

  /** Weights 1, 2, … from the oldest value. */
  weighted(): number {
    return (this.#weightedWhole + this.#weightedFine / FINE) / this.#units;
  }
}
