import { type Bar, createCalendar, indiaMoment, MINUTE_MS, NSE_CALENDAR } from '@trickdesk/domain';
import { barsFromTicks, createBarBuilder, type Tick } from '@trickdesk/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTrack } from './instrument-track.ts';
import type { Hole, MarketNews } from './ordered-news.ts';

const calendar = createCalendar(NSE_CALENDAR);
const OPEN = indiaMoment('2025-07-07', 555);
const CLOSE = indiaMoment('2025-07-07', 930);
const LATENESS_MS = 1_000;

/** The day as the exchange saw it: one tick in some seconds, over a few minutes. */
const anyDay = fc
  .array(fc.record({ step: fc.integer({ min: 1, max: 40 }), price: fc.integer({ min: 90_00, max: 110_00 }) }), {
    minLength: 5,
    maxLength: 120,
  })
  .map((steps) => {
    let at = OPEN;
    return steps.map(({ step, price }, i): Tick => {
      at += step * 1_000;
      return { at, pricePaise: price, cumulativeVolume: (i + 1) * 10 };
    });
  });

interface Lost {
  readonly from: number;
  readonly count: number;
}

function openTrack(latenessMs = LATENESS_MS) {
  const news: MarketNews[] = [];
  const holes: Hole[] = [];
  const track = createTrack({
    instrumentId: 1,
    builder: createBarBuilder({ calendar, latenessMs }),
    latenessMs,
    emit: (item) => news.push(item),
    onHole: (hole) => holes.push(hole),
  });
  return { track, news, holes };
}

function play(day: readonly Tick[], lost: readonly Lost[], fillAfter: number) {
  const truth = barsFromTicks(day, calendar);
  const { track, news, holes } = openTrack();
  const fillOldest = (): void => {
    const hole = holes.shift();
    if (hole)
      track.fill(
        hole,
        truth.filter((bar) => bar.openAt >= hole.from && bar.openAt < hole.to),
      );
  };
  const isLost = (i: number): boolean => lost.some(({ from, count }) => i >= from && i < from + count);
  track.join(OPEN, day[0]?.at ?? OPEN);
  let before = OPEN;
  let wasLost = false;
  day.forEach((tick, i) => {
    if (isLost(i)) {
      wasLost = true;
      return;
    }
    // The line tells that it was lost; how long the gap was, it tells later or never.
    if (wasLost && i % 2 === 0) track.suspect(before);
    else if (wasLost) track.gap(before, tick.at);
    wasLost = false;
    before = tick.at;
    track.tick(tick.at, tick.pricePaise, tick.cumulativeVolume);
    if (i % fillAfter === 0) fillOldest();
  });
  track.advance(CLOSE + LATENESS_MS + 1);
  track.settle(CLOSE);
  while (holes.length > 0) fillOldest();
  return { truth, news, waiting: track.waiting() };
}

const barsOf = (news: readonly MarketNews[]): Bar[] => news.flatMap((item) => (item.kind === 'bar' ? [item.bar] : []));

/** Minutes that were told of after it was told that nothing of theirs is left. */
function untold(news: readonly MarketNews[]): MarketNews[] {
  let until = Number.NEGATIVE_INFINITY;
  return news.filter((item) => {
    if (item.kind === 'quiet') {
      const isAgain = item.until <= until;
      until = item.until;
      return isAgain;
    }
    return (item.kind === 'bar' ? item.bar.openAt : item.at) < until;
  });
}

function lastEnd(news: readonly MarketNews[]): number | undefined {
  const ends = news.flatMap((item) => {
    if (item.kind === 'tick') return [];
    return [item.kind === 'bar' ? item.bar.openAt + MINUTE_MS : item.until];
  });
  return ends.at(-1);
}

test('whatever is lost on the way, every told minute is whole, none is told twice, and none before the last gap is missing', () => {
  const anyLoss = fc.array(
    fc.record({ from: fc.integer({ min: 1, max: 100 }), count: fc.integer({ min: 1, max: 20 }) }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(anyDay, anyLoss, fc.integer({ min: 1, max: 20 }), (day, losses, fillAfter) => {
      // A loss at the day's end is not noticed before the next update, which this day does not have.
      const lost = losses.filter(({ from, count }) => from + count < day.length);
      const { truth, news, waiting } = play(day, lost, fillAfter);
      expect(waiting).toBe(0);
      expect(barsOf(news)).toEqual(truth);
      expect(untold(news)).toEqual([]);
      expect(lastEnd(news)).toBe(CLOSE);
    }),
    { numRuns: 300 },
  );
});

test('a run that begins anew tells no minute that was stored before, whatever last states the broker repeats', () => {
  const anyStart = fc.record({
    heard: fc.nat(),
    storedMinutes: fc.integer({ min: 0, max: 3 }),
    lag: fc.nat({ max: 90 }),
  });
  fc.assert(
    fc.property(anyDay, anyStart, (day, { heard, storedMinutes, lag }) => {
      const truth = barsFromTicks(day, calendar);
      const next = 1 + (heard % (day.length - 1));
      const [state, first] = [day[next - 1], day[next]];
      if (!state || !first) throw new Error('a day has five ticks at least');
      // The moment of the line: after the state, before the next price. What was stored ended before it.
      const at = Math.min(state.at + lag * 1_000, first.at);
      const from = Math.max(OPEN, at - ((at - OPEN) % MINUTE_MS) - storedMinutes * MINUTE_MS);
      const { track, news, holes } = openTrack();
      // The first update of all may be another share's, and older than what is stored.
      track.join(from, lag % 2 === 0 ? at : state.at);
      for (const tick of day.slice(next - 1)) track.tick(tick.at, tick.pricePaise, tick.cumulativeVolume);
      track.advance(CLOSE + LATENESS_MS + 1);
      track.settle(CLOSE);
      const within = (hole: Hole) => truth.filter((bar) => bar.openAt >= hole.from && bar.openAt < hole.to);
      for (let hole = holes.shift(); hole; hole = holes.shift()) track.fill(hole, within(hole));
      expect(barsOf(news)).toEqual(truth.filter((bar) => bar.openAt >= from));
      expect(untold(news)).toEqual([]);
      expect(news.filter((item) => item.kind === 'tick' && item.at < from)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('all ticks of a minute come before its bar, and later ticks after it', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 5 }), (day, fillAfter) => {
      const { news } = play(
        day,
        [{ from: 3, count: 2 }].filter(({ from, count }) => from + count < day.length),
        fillAfter,
      );
      let closedUntil = Number.NEGATIVE_INFINITY;
      for (const item of news) {
        if (item.kind === 'bar') closedUntil = item.bar.openAt + MINUTE_MS;
        else if (item.kind === 'quiet') closedUntil = item.until;
        else expect(item.at).toBeGreaterThanOrEqual(closedUntil);
      }
    }),
  );
});

test('a price of a minute that is a hole already comes too late: the hole tells of that minute, and nothing after it', () => {
  const { track, news, holes } = openTrack();
  track.join(OPEN, OPEN);
  track.tick(OPEN, 100_00, 10);
  // Others were heard again in the next minute; this one's price of the minute before is still within the lateness.
  track.gap(OPEN + 30_000, OPEN + MINUTE_MS + 200);
  track.tick(OPEN + MINUTE_MS - 500, 101_00, 20);
  track.tick(OPEN + MINUTE_MS + 2_000, 102_00, 30);
  track.advance(OPEN + MINUTE_MS + 5_000);
  const told: Bar = { openAt: OPEN, open: 1, high: 1, low: 1, close: 1, volume: 20 };
  for (const hole of holes.splice(0)) track.fill(hole, hole.from === OPEN ? [told] : []);
  const ticksAndBars = news.flatMap((item) => {
    if (item.kind === 'quiet') return [];
    return [item.kind === 'bar' ? `bar ${item.bar.openAt - OPEN}` : item.at - OPEN];
  });
  expect(ticksAndBars).toEqual([0, 'bar 0', MINUTE_MS + 2_000]);
});

test('a track that gives up waiting goes on, and what comes for its hole then is no news', () => {
  const { track, news, holes } = openTrack(0);
  track.join(OPEN, OPEN + 5 * MINUTE_MS);
  track.tick(OPEN + 5 * MINUTE_MS, 100_00, 10);
  track.tick(OPEN + 5 * MINUTE_MS + 1_000, 101_00, 20);
  expect([news.length, track.waiting()]).toEqual([0, 2]);
  track.giveUpWaiting();
  expect(news.map((item) => item.kind)).toEqual(['tick']);
  const [hole] = holes;
  if (!hole) throw new Error('no hole');
  expect(hole).toMatchObject({ from: OPEN, to: OPEN + 5 * MINUTE_MS });
  expect(track.fill(hole, [])).toBe(false);
});

test('a last price that comes too late to count ends no doubt: no minute is told with the volume of the whole day', () => {
  const { track, news, holes } = openTrack();
  const second = (n: number): number => OPEN + n * 1_000;
  // A feed that starts anew two and a half minutes after the opening; others have moved the clock on already.
  track.join(OPEN, second(150));
  track.advance(second(150));
  track.tick(second(110), 100_00, 40_000);
  track.tick(second(155), 101_00, 41_000);
  track.tick(second(185), 102_00, 41_010);
  track.tick(second(245), 102_50, 41_020);
  const told = (openAt: number): Bar => ({ openAt, open: 1, high: 1, low: 1, close: 1, volume: 500 });
  for (const hole of holes) track.fill(hole, hole.to - hole.from === MINUTE_MS ? [told(hole.from)] : []);
  const volumes = barsOf(news).map((bar) => [bar.openAt, bar.volume]);
  expect(volumes.filter(([openAt]) => openAt === second(120))).toEqual([[second(120), 500]]);
  expect(volumes.filter(([openAt]) => openAt === second(180))).toEqual([[second(180), 10]]);
});

test('of a minute that was seen in part it is said whether its price moved: then it has a candle', () => {
  const { track, holes } = openTrack();
  track.join(OPEN, OPEN);
  track.tick(OPEN + 20_000, 100_00, 10);
  track.tick(OPEN + 40_000, 100_05, 20);
  track.suspect(OPEN + MINUTE_MS);
  track.tick(OPEN + MINUTE_MS + 20_000, 100_05, 20);
  track.tick(OPEN + MINUTE_MS + 40_000, 100_05, 20);
  track.advance(OPEN + 2 * MINUTE_MS + LATENESS_MS + 1);
  expect(holes.map(({ from, movedIn }) => [from - OPEN, movedIn])).toEqual([
    [0, OPEN],
    [MINUTE_MS, undefined],
  ]);
});

test('that a minute had no trade is told when it is over, and not while updates may be missing', () => {
  const { track, news, holes } = openTrack();
  const quiet = (): number[] =>
    news.flatMap((item) => (item.kind === 'quiet' ? [(item.until - OPEN) / MINUTE_MS] : []));
  track.join(OPEN, OPEN);
  track.tick(OPEN, 100_00, 10);
  track.advance(OPEN + MINUTE_MS + LATENESS_MS);
  for (const hole of holes.splice(0)) track.fill(hole, []);
  track.advance(OPEN + 2 * MINUTE_MS + LATENESS_MS - 1);
  expect(quiet()).toEqual([1]);
  track.advance(OPEN + 2 * MINUTE_MS + LATENESS_MS);
  track.advance(OPEN + 4 * MINUTE_MS + LATENESS_MS);
  expect(quiet()).toEqual([1, 2, 4]);
  track.suspect(OPEN + 4 * MINUTE_MS + LATENESS_MS);
  track.advance(OPEN + 9 * MINUTE_MS);
  track.advance(CLOSE + LATENESS_MS);
  expect(quiet()).toEqual([1, 2, 4]);
  // After the session nothing newer comes: what was in doubt is asked for, once.
  track.settle(CLOSE);
  track.settle(CLOSE);
  expect(holes).toEqual([{ instrumentId: 1, from: OPEN + 4 * MINUTE_MS, to: CLOSE }]);
  for (const hole of holes.splice(0)) track.fill(hole, []);
  expect(quiet()).toEqual([1, 2, 4, 375]);
});
