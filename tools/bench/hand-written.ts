import type { BarColumns } from '@trickdesk/engine';

/** What a person would write for the one strategy: no reasons, no charges, no definition; the yardstick of W1 and W2. */
export interface HandWritten {
  readonly trades: number;
  readonly grossPaise: number;
}

class Average {
  readonly #window: Float64Array;
  #sum = 0;
  #seen = 0;
  constructor(length: number) {
    this.#window = new Float64Array(length);
  }
  next(value: number): number {
    const at = this.#seen % this.#window.length;
    this.#sum += value - (this.#window[at] ?? 0);
    this.#window[at] = value;
    this.#seen += 1;
    return this.#seen < this.#window.length ? Number.NaN : this.#sum / this.#window.length;
  }
}

/** Wilder's RSI. */
class Strength {
  readonly #length: number;
  #gain = 0;
  #loss = 0;
  #before = Number.NaN;
  #seen = -1;
  constructor(length: number) {
    this.#length = length;
  }
  next(value: number): number {
    const change = value - this.#before;
    this.#before = value;
    this.#seen += 1;
    if (this.#seen === 0) return Number.NaN;
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)];
    const n = this.#length;
    if (this.#seen <= n) {
      this.#gain += up / n;
      this.#loss += down / n;
    } else {
      this.#gain += (up - this.#gain) / n;
      this.#loss += (down - this.#loss) / n;
    }
    return this.#seen < n ? Number.NaN : (100 * this.#gain) / (this.#gain + this.#loss);
  }
}

/** Two averages that cross, SMA 20/50 where not said otherwise; filled at the next open. */
export function crossover(
  { open, close }: BarColumns,
  quantity: number,
  [short, long]: readonly [number, number] = [20, 50],
): HandWritten {
  const [fast, slow] = [new Average(short), new Average(long)];
  let [trades, grossPaise, entry, fastBefore, slowBefore] = [0, 0, 0, Number.NaN, Number.NaN];
  let wanted: 'buy' | 'sell' | undefined;
  for (let i = 0; i < close.length; i += 1) {
    if (wanted === 'buy') entry = open[i] ?? 0;
    else if (wanted === 'sell') {
      grossPaise += ((open[i] ?? 0) - entry) * quantity;
      trades += 1;
      entry = 0;
    }
    wanted = undefined;
    const price = close[i] ?? 0;
    const [f, s] = [fast.next(price), slow.next(price)];
    if (f > s && fastBefore <= slowBefore && entry === 0) wanted = 'buy';
    else if (f < s && fastBefore >= slowBefore && entry !== 0) wanted = 'sell';
    [fastBefore, slowBefore] = [f, s];
  }
  return { trades, grossPaise };
}

const DAY_MS = 86_400_000;
const INDIA_MS = 19_800_000;
const LAST_ENTRY_MS = (15 * 60 + 15) * 60_000;
const SQUARE_OFF_MS = (15 * 60 + 20) * 60_000;

/** RSI 14 below 30 in, above 70 out; stop 1 %, target 2 % from the bar after the entry on; flat at 15:20. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop, as one writes it by hand; the engine is measured against that
export function meanReversion(columns: BarColumns, quantity: number): HandWritten {
  const { time, open, high, low, close } = columns;
  const strength = new Strength(14);
  const holding = new Holding(quantity);
  let wanted: 'buy' | 'sell' | undefined;
  for (let i = 0; i < close.length; i += 1) {
    const at = open[i] ?? 0;
    const timeOfDay = ((time[i] ?? 0) + INDIA_MS) % DAY_MS;
    if (wanted === 'buy') holding.enter(at);
    else {
      if (wanted === 'sell' || timeOfDay >= SQUARE_OFF_MS) holding.leave(at);
      holding.protect(at, high[i] ?? 0, low[i] ?? 0);
    }
    const value = strength.next(close[i] ?? 0);
    wanted = undefined;
    if (holding.isFlat && value < 30 && timeOfDay + 60_000 <= LAST_ENTRY_MS) wanted = 'buy';
    else if (value > 70) wanted = 'sell';
  }
  return { trades: holding.trades, grossPaise: holding.grossPaise };
}

class Holding {
  readonly #quantity: number;
  #entry = 0;
  trades = 0;
  grossPaise = 0;
  constructor(quantity: number) {
    this.#quantity = quantity;
  }
  get isFlat(): boolean {
    return this.#entry === 0;
  }
  enter(price: number): void {
    this.#entry = price;
  }
  leave(price: number): void {
    if (this.#entry === 0) return;
    this.grossPaise += (price - this.#entry) * this.#quantity;
    this.trades += 1;
    this.#entry = 0;
  }
  protect(open: number, high: number, low: number): void {
    if (this.#entry === 0) return;
    const [stop, target] = [this.#entry * 0.99, this.#entry * 1.02];
    if (low <= stop) this.leave(Math.min(stop, open));
    else if (high >= target) this.leave(Math.max(target, open));
  }
}
