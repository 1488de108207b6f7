/** The last `length` values, oldest first. */
export class Window {
  readonly #values: Float64Array;
  #at = 0;
  #count = 0;

  constructor(length: number) {
    this.#values = new Float64Array(length);
  }

  /** Takes a value in and answers with the one that it pushed out; NaN while there was room. */
  push(value: number): number {
    const length = this.#values.length;
    const out = this.#count < length ? Number.NaN : this.get(0);
    this.#values[this.#at] = value;
    this.#at = this.#at + 1 === length ? 0 : this.#at + 1;
    if (this.#count < length) this.#count += 1;
    return out;
  }

  get isFull(): boolean {
    return this.#count === this.#values.length;
  }

  /** 0 is the oldest. */
  get(index: number): number {
    const length = this.#values.length;
    const start = this.#count < length ? 0 : this.#at;
    const place = start + index;
    return this.#values[place >= length ? place - length : place] ?? Number.NaN;
  }
}

/**
 * Greatest (`sign` 1) or least (−1) of the last `length` values, and how long ago it was. A queue of falling values in
 * fixed arrays: each value enters and leaves once, so a push is constant time on average. Of equals the newest counts.
 */
export class Extreme {
  readonly #length: number;
  readonly #sign: number;
  readonly #values: Float64Array;
  readonly #bars: Float64Array;
  #head = 0;
  #size = 0;
  #bar = -1;

  constructor(length: number, sign: 1 | -1) {
    this.#length = length;
    this.#sign = sign;
    this.#values = new Float64Array(length);
    this.#bars = new Float64Array(length);
  }

  /** The extreme with this value in; NaN until `length` values have come. */
  push(value: number): number {
    this.#bar += 1;
    if (this.#size > 0 && (this.#bars[this.#head] ?? 0) <= this.#bar - this.#length) {
      this.#head = this.#place(1);
      this.#size -= 1;
    }
    while (this.#size > 0 && ((this.#values[this.#place(this.#size - 1)] ?? 0) - value) * this.#sign <= 0)
      this.#size -= 1;
    const place = this.#place(this.#size);
    this.#values[place] = value;
    this.#bars[place] = this.#bar;
    this.#size += 1;
    return this.#bar + 1 < this.#length ? Number.NaN : (this.#values[this.#head] ?? Number.NaN);
  }

  /** Bars since the extreme: 0 is the newest bar. */
  get age(): number {
    return this.#bar - (this.#bars[this.#head] ?? 0);
  }

  #place(offset: number): number {
    const place = this.#head + offset;
    return place >= this.#length ? place - this.#length : place;
  }
}
