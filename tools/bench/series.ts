import { createCalendar, type MarketCalendar, MINUTE_MS } from '@trickdesk/domain';
import type { BarColumns } from '@trickdesk/engine';

const FIRST_YEAR = 2012;
const LAST_YEAR = 2026;
const FIRST_MOMENT = Date.UTC(FIRST_YEAR, 0, 1);
const FIRST_PRICE_PAISE = 600_00;
/** Spread of one minute's return, of the price: about 1.2 % a day. */
const MINUTE_SPREAD = 0.000_6;

/** Weekdays from 09:15 to 15:30 without holidays: a day more or less changes no figure. */
export const BENCH_CALENDAR: MarketCalendar = createCalendar({
  years: Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, i) => FIRST_YEAR + i),
  holidays: [],
  special: [],
  opens: '09:15',
  closes: '15:30',
});

/** One-minute bars of a random walk in paise, the same for the same seed. */
export function randomBars(count: number, seed: number): BarColumns {
  const random = mulberry(seed);
  const columns = {
    time: new Float64Array(count),
    open: new Int32Array(count),
    high: new Int32Array(count),
    low: new Int32Array(count),
    close: new Int32Array(count),
    volume: new Float64Array(count),
  };
  const moments = sessionMinutes();
  let price = FIRST_PRICE_PAISE;
  for (let i = 0; i < count; i += 1) {
    const open = price;
    const close = walked(open, random());
    columns.time[i] = moments.next().value ?? Number.NaN;
    columns.open[i] = open;
    columns.close[i] = close;
    columns.high[i] = Math.max(open, close, walked(Math.max(open, close), random()));
    columns.low[i] = Math.min(open, close, walked(Math.min(open, close), random()));
    columns.volume[i] = 1_000 + Math.floor(random() * 9_000);
    price = close;
  }
  return columns;
}

/** One step, to the tick of five paise; kept above ten rupees so that no series dies. */
function walked(price: number, chance: number): number {
  const moved = price * (1 + (chance - 0.5) * 2 * MINUTE_SPREAD * Math.sqrt(3));
  return Math.max(10_00, Math.round(moved / 5) * 5);
}

function* sessionMinutes(): Generator<number, undefined> {
  for (let session = BENCH_CALENDAR.nextSession(FIRST_MOMENT); session; ) {
    for (let at = session.openAt; at < session.closeAt; at += MINUTE_MS) yield at;
    session = BENCH_CALENDAR.nextSession(session.openAt);
  }
}

function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
