import { Window } from './window.ts';
import { FLOAT_NOISE, PRICE_UNITS } from './window-sum.ts';

/** Whole units are split into a high and a low part of 20 bits, so that squares and products of parts stay exact. */
const PART = 2 ** 20;
const LARGEST = PART * PART;

/**
 * Population deviation of the last `length` values (at most 1000), a function of the window alone.
 *
 * Prices (`PRICE_UNITS`) take constant time: the sums of squares and products of the two parts are exact, so nothing
 * cancels and nothing drifts. While a value that is no price is in the window (a deviation of another indicator), the
 * window is summed afresh instead, oldest first.
 */
export class Deviation {
  readonly #values: Window;
  readonly #length: number;
  #odd = 0;
  #a = 0;
  #b = 0;
  #aa = 0;
  #ab = 0;
  #bb = 0;

  constructor(length: number) {
    this.#length = length;
    this.#values = new Window(length);
  }

  /** NaN until the window is full. */
  push(value: number): number {
    const out = this.#values.push(value);
    if (!Number.isNaN(out)) this.#count(out, -1);
    this.#count(value, 1);
    if (!this.#values.isFull) return Number.NaN;
    return this.#odd === 0 ? this.#exact() : this.#afresh();
  }

  #count(value: number, sign: 1 | -1): void {
    const units = Math.round(value * PRICE_UNITS);
    if (Math.abs(value * PRICE_UNITS - units) > Math.abs(units) * FLOAT_NOISE || Math.abs(units) >= LARGEST) {
      this.#odd += sign;
      return;
    }
    const a = Math.floor(units / PART);
    const b = units - a * PART;
    this.#a += sign * a;
    this.#b += sign * b;
    this.#aa += sign * a * a;
    this.#ab += sign * a * b;
    this.#bb += sign * b * b;
  }

  /** Squares around the rounded mean m: each bracket is a whole number below 2⁵³. */
  #exact(): number {
    const n = this.#length;
    const sum = this.#a * PART + this.#b;
    const mean = Math.round(sum / n);
    const ma = Math.floor(mean / PART);
    const mb = mean - ma * PART;
    const high = this.#aa - 2 * ma * this.#a + n * ma * ma;
    const cross = 2 * (this.#ab - ma * this.#b - mb * this.#a + n * ma * mb);
    const low = this.#bb - 2 * mb * this.#b + n * mb * mb;
    const off = sum - n * mean;
    const squares = high * LARGEST + cross * PART + low - (off * off) / n;
    return Math.sqrt(Math.max(0, squares) / n) / PRICE_UNITS;
  }

  #afresh(): number {
    const n = this.#length;
    let sum = 0;
    for (let i = 0; i < n; i += 1) sum += this.#values.get(i);
    const mean = sum / n;
    let squares = 0;
    for (let i = 0; i < n; i += 1) squares += (this.#values.get(i) - mean) ** 2;
    return Math.sqrt(squares / n);
  }
}
