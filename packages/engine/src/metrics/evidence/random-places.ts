import type { Random } from '@trickdesk/domain';

/** Where something of so many bars might have been held; `undefined` where it fits nowhere. */
export interface Placing {
  /** First bar of each, in the order of the holding times. */
  readonly draw: (random: Random) => readonly number[];
}

/**
 * Positions held over nights, one after the other: their order is shuffled and the bars without a position are spread
 * among them at random, so that none overlaps another and as much time is spent in the market as in truth. Where they
 * did overlap in truth, so that together they are longer than the data, each is placed by itself.
 *
 * @param holdings bars from entry to exit, each at least 1
 * @param bars     how many there are
 */
export function placeAnywhere(holdings: readonly number[], bars: number): Placing | undefined {
  if (holdings.some((holding) => holding >= bars)) return undefined;
  const idle = bars - 1 - holdings.reduce((sum, holding) => sum + holding, 0);
  if (idle < 0) return { draw: (random) => holdings.map((holding) => random.int(bars - holding)) };
  const order = holdings.map((_, i) => i);
  return {
    draw: (random) => {
      shuffle(order, random);
      const idleBefore = order.map(() => random.int(idle + 1)).sort((a, b) => a - b);
      const places = new Array<number>(holdings.length);
      let held = 0;
      order.forEach((index, i) => {
        places[index] = (idleBefore[i] ?? 0) + held;
        held += holdings[index] ?? 0;
      });
      return places;
    },
  };
}

/** What a bar is good for: nothing, to be held in, or to be entered at as well. */
export const BAR_USE = { none: 0, hold: 1, entry: 2 } as const;

/** Draws for a place that is still free; then the position overlaps another. */
const TRIES = 20;

/**
 * Positions that end in the session in which they began: each begins at any bar of any session that is long enough, the
 * longest are placed first, and a place that is taken is drawn again, up to twenty times.
 *
 * @param holdings bars from entry to exit; 0 for what ends in the bar in which it began
 * @param session  a number for the session of each bar; equal numbers stand together
 * @param use      of each bar; in a session bars of one use stand together. What fits nowhere so may be anywhere: a price
 *   that was missing may have made the real one late
 */
export function placeWithinSessions(
  holdings: readonly number[],
  session: ArrayLike<number>,
  use?: ArrayLike<number>,
): Placing | undefined {
  const [sessions, allowed] = [sessionsOf(session), sessionsOf(session, use)];
  const placesOf = (holding: number): Places => {
    const own = placesInSessions(allowed, holding);
    return own.count > 0 ? own : placesInSessions(sessions, holding);
  };
  const places = new Map([...new Set(holdings)].map((holding) => [holding, placesOf(holding)]));
  if ([...places.values()].some(({ count }) => count === 0)) return undefined;
  const longestFirst = holdings
    .map((holding, index) => ({ holding, index, own: places.get(holding) }))
    .sort((a, b) => b.holding - a.holding);
  const taken = new Uint8Array(session.length);
  return {
    draw: (random) => {
      taken.fill(0);
      const drawn = new Array<number>(holdings.length).fill(0);
      for (const { holding, index, own } of longestFirst) {
        let from = 0;
        for (let tries = 0; own && tries < TRIES; tries += 1) {
          from = own.barAt(random.int(own.count));
          // What is taken was taken by positions that are at least as long, so one that overlaps reaches over an end.
          if (taken[from] === 0 && taken[from + Math.max(holding, 1) - 1] === 0) break;
        }
        for (let bar = from; bar < from + Math.max(holding, 1); bar += 1) taken[bar] = 1;
        drawn[index] = from;
      }
      return drawn;
    },
  };
}

interface Places {
  readonly count: number;
  /** The n-th bar at which it can begin. */
  readonly barAt: (n: number) => number;
}

interface SessionRows {
  /** The first bar that may be entered at, and how many are good to be held in from there on. */
  readonly from: number;
  readonly bars: number;
  /** How many of these may be entered at. */
  readonly entries: number;
}

function sessionsOf(session: ArrayLike<number>, use?: ArrayLike<number>): SessionRows[] {
  const useOf = (bar: number): number => (use ? (use[bar] ?? BAR_USE.none) : BAR_USE.entry);
  const sessions: SessionRows[] = [];
  for (let first = 0, next = 0; first < session.length; first = next) {
    while (next < session.length && session[next] === session[first]) next += 1;
    let from = first;
    while (from < next && useOf(from) !== BAR_USE.entry) from += 1;
    let entryTo = from;
    while (entryTo < next && useOf(entryTo) === BAR_USE.entry) entryTo += 1;
    let to = entryTo;
    while (to < next && useOf(to) === BAR_USE.hold) to += 1;
    sessions.push({ from, bars: to - from, entries: entryTo - from });
  }
  return sessions;
}

/** Sums by session instead of a list of bars: years of minutes, times each holding time, would not fit in memory. */
function placesInSessions(sessions: readonly SessionRows[], holding: number): Places {
  const starts: number[] = [];
  const before: number[] = [];
  let count = 0;
  for (const { from, bars, entries } of sessions) {
    const own = Math.min(entries, bars - holding);
    if (own <= 0) continue;
    starts.push(from);
    before.push(count);
    count += own;
  }
  return {
    count,
    barAt: (n) => {
      // Sessions are nearly equally long, so the guess is off by a few at most.
      let index = Math.floor((n * starts.length) / count);
      while ((before[index] ?? 0) > n) index -= 1;
      while ((before[index + 1] ?? count) <= n) index += 1;
      return (starts[index] ?? 0) + n - (before[index] ?? 0);
    },
  };
}

/** Index of the last value that is not above n, in an ascending list; 0 where all are. */
export function lastAtMost(ascending: ArrayLike<number>, n: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ascending[middle] ?? 0) <= n) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Fisher and Yates. */
function shuffle(list: number[], random: Random): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const other = random.int(i + 1);
    [list[i], list[other]] = [list[other] ?? 0, list[i] ?? 0];
  }
}
