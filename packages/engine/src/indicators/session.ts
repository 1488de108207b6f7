import { arg, ofBar, ofOutputs, paiseOf } from './kernel.ts';
import type { Indicator, IndicatorInput, IndicatorSpec } from './types.ts';

/** One-minute bars of a regular session: the most that a session indicator has to look back, for each session. */
export const SESSION_BARS = 375;
/** 09:15, in minutes since midnight. */
const REGULAR_OPENING = 555;

/**
 * Σ(typical price × volume) ÷ Σ volume, the typical price being (high + low + close) ÷ 3. Sums are whole numbers of
 * ⅓ paisa times shares, so they do not drift, and within a session the value depends on the session's bars alone. Without any volume yet
 * (an index, a circuit halt at the opening) it is not defined.
 */
function vwap(restart: boolean): Indicator {
  let day = Number.NaN;
  let value = 0;
  let volume = 0;
  return ofBar((input) => {
    if (restart && input.day !== day) {
      day = input.day;
      value = 0;
      volume = 0;
    }
    value += (paiseOf(input.high) + paiseOf(input.low) + paiseOf(input.close)) * input.volume;
    volume += input.volume;
    return volume > 0 ? value / volume / 300 : Number.NaN;
  });
}

/**
 * High and low of the bars that open in the first n minutes of a session; defined from the close of the bar that
 * reaches the end of those minutes, or of the first later one when that bar is missing. A session of whose opening
 * minutes no bar exists has no range. With bars that do not divide n, the range reaches to the end of the bar that
 * holds the n-th minute.
 */
function openingRange(minutes: number): Indicator {
  const latest = { high: Number.NaN, low: Number.NaN };
  let day = Number.NaN;
  let high = Number.NaN;
  let low = Number.NaN;
  return ofOutputs(latest, (input) => {
    if (input.day !== day) {
      day = input.day;
      high = low = latest.high = latest.low = Number.NaN;
    }
    const start = input.sessionOpenMinute ?? REGULAR_OPENING;
    const end = start + minutes;
    if (input.minute >= start && input.minute < end) {
      high = Number.isNaN(high) ? input.high : Math.max(high, input.high);
      low = Number.isNaN(low) ? input.low : Math.min(low, input.low);
    }
    if (input.minute + input.barMinutes >= end) {
      latest.high = high;
      latest.low = low;
    }
  });
}

export interface DayPrices {
  open: number;
  high: number;
  low: number;
  close: number;
}

const unknownDay = (): DayPrices => ({ open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN });

/**
 * The whole of the session before the current bar's, made from its bars; a holiday in between does not matter. It is
 * right only when the bars of that session were fed from its opening, which a runner's warm-up must see to.
 */
export class SessionDays {
  readonly previous = unknownDay();
  readonly #today = unknownDay();
  #day = Number.NaN;

  /** Whether this bar began a new session. */
  push(input: IndicatorInput): boolean {
    const today = this.#today;
    if (input.day === this.#day) {
      today.high = Math.max(today.high, input.high);
      today.low = Math.min(today.low, input.low);
      today.close = input.close;
      return false;
    }
    this.#day = input.day;
    copy(this.previous, today);
    copy(today, input);
    return true;
  }
}

function copy(into: DayPrices, from: Readonly<DayPrices>): void {
  into.open = from.open;
  into.high = from.high;
  into.low = from.low;
  into.close = from.close;
}

function previousDay(): Indicator {
  const days = new SessionDays();
  return ofOutputs(days.previous, (input) => {
    days.push(input);
  });
}

const WITHOUT_SOURCE = { takesSource: false } as const;

export const SESSION_INDICATORS: readonly IndicatorSpec[] = [
  {
    name: 'vwap',
    parameters: [],
    ...WITHOUT_SOURCE,
    outputs: ['value'],
    warmup: () => SESSION_BARS,
    create: () => vwap(true),
  },
  {
    name: 'vwap_cumulative',
    parameters: [],
    ...WITHOUT_SOURCE,
    outputs: ['value'],
    warmup: () => 1,
    create: () => vwap(false),
  },
  {
    name: 'opening_range',
    parameters: [{ name: 'minutes', integer: true, min: 1, max: SESSION_BARS }],
    ...WITHOUT_SOURCE,
    outputs: ['high', 'low'],
    warmup: () => SESSION_BARS,
    create: (args) => openingRange(arg(args, 0)),
  },
  {
    name: 'previous_day',
    parameters: [],
    ...WITHOUT_SOURCE,
    outputs: ['open', 'high', 'low', 'close'],
    warmup: () => 2 * SESSION_BARS,
    create: previousDay,
  },
];
