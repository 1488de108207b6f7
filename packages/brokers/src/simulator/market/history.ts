import {
  addDays,
  type Bar,
  type EpochMs,
  INTERVAL_MINUTES,
  type IndiaDate,
  type Interval,
  indiaDateOf,
  MINUTE_MS,
} from '@trickdesk/domain';
import type { DayBars, Extremes, MarketSource } from './market-source.ts';

/** One bar over many; `undefined` of none. */
export function dayBarOf(bars: readonly Bar[], openAt: EpochMs): Bar | undefined {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return undefined;
  let [high, low, volume] = [first.high, first.low, 0];
  for (const bar of bars) {
    if (bar.high > high) high = bar.high;
    if (bar.low < low) low = bar.low;
    volume += bar.volume;
  }
  return { openAt, open: first.open, high, low, close: last.close, volume };
}

/** Highest and lowest price of some bars; `undefined` of none. */
export function extremesOf(bars: readonly Pick<Bar, 'high' | 'low'>[], exact: boolean): Extremes | undefined {
  const [first] = bars;
  if (!first) return undefined;
  let { high, low } = first;
  for (const bar of bars) {
    if (bar.high > high) high = bar.high;
    if (bar.low < low) low = bar.low;
  }
  return { high, low, exact };
}

/** Joins bars into longer ones, counted from the session's opening. */
export function joinBars(bars: readonly Bar[], sessionOpenAt: EpochMs, minutes: number): Bar[] {
  const length = minutes * MINUTE_MS;
  const joined: Bar[] = [];
  let group: Bar[] = [];
  let slot = -1;
  const flush = (): void => {
    const bar = dayBarOf(group, sessionOpenAt + slot * length);
    if (bar) joined.push(bar);
  };
  for (const bar of bars) {
    const own = Math.floor((bar.openAt - sessionOpenAt) / length);
    if (own !== slot) {
      flush();
      group = [];
      slot = own;
    }
    group.push(bar);
  }
  flush();
  return joined;
}

export interface HistoryRequest {
  readonly token: string;
  readonly interval: Interval;
  /** Bars that open in [from, to]. */
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** What the exchange clock lets be seen: how far it is, and the bar that is growing. */
export interface Visible {
  readonly now: EpochMs;
  /** The bar that the ticks sent so far are building. */
  readonly growingBar: (token: string) => Bar | undefined;
  /** The date that `growingBar` belongs to. */
  readonly today: IndiaDate | undefined;
}

/** Bars of one instrument up to the exchange clock, oldest first; the growing bar is the last. */
export function historyOf(source: MarketSource, visible: Visible, request: HistoryRequest): Bar[] {
  const inside = (bar: Bar): boolean => bar.openAt >= request.from && bar.openAt <= Math.min(request.to, visible.now);
  const [from, to] = [indiaDateOf(request.from), indiaDateOf(Math.min(request.to, visible.now))];
  if (request.interval === '1d') return dailyHistory(source, visible, { ...request, from, to });
  const minutes = INTERVAL_MINUTES[request.interval];
  return source.sessionsBetween(from, to).flatMap((session) => {
    const day = source.dayBars(request.token, session.date);
    // Bars longer than what is asked for cannot be cut into shorter ones.
    if (!day || minutes % day.barMinutes !== 0) return [];
    if (session.date === visible.today) {
      return joinBars(barsSoFar(day, visible, request.token), session.openAt, minutes).filter(inside);
    }
    return session.closeAt > visible.now ? [] : joinBars(day.bars, session.openAt, minutes).filter(inside);
  });
}

/** Closed bars of the running day, and the growing one. */
function barsSoFar(day: DayBars, visible: Visible, token: string): Bar[] {
  const length = day.barMinutes * MINUTE_MS;
  const closed = day.bars.filter((bar) => bar.openAt + length <= visible.now);
  const growing = visible.growingBar(token);
  const isNew = growing !== undefined && growing.openAt > (closed.at(-1)?.openAt ?? Number.NEGATIVE_INFINITY);
  return isNew ? [...closed, growing] : closed;
}

function dailyHistory(
  source: MarketSource,
  visible: Visible,
  request: { readonly token: string; readonly from: IndiaDate; readonly to: IndiaDate },
): Bar[] {
  const { today } = visible;
  const lastWhole = today !== undefined && request.to >= today ? addDays(today, -1) : request.to;
  const whole = source.dailyBars(request.token, request.from, lastWhole);
  if (today === undefined || today < request.from || today > request.to) return [...whole];
  const openAt = source.sessionOn(today)?.openAt ?? visible.now;
  const day = source.dayBars(request.token, today);
  const growing = day && dayBarOf(barsSoFar(day, visible, request.token), openAt);
  return growing ? [...whole, growing] : [...whole];
}
