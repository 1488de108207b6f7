import { MINUTE_MS } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type News, NewsOrder, QUIET_MS } from './news-order.ts';

const bar = (base: number, openAt: number): News => ({
  kind: 'bar',
  base,
  bar: { openAt, open: 1, high: 1, low: 1, close: 1, volume: 0 },
  stale: false,
  unheard: [],
});
const tick = (base: number, at: number): News => ({ kind: 'tick', base, at, pricePaise: 1 });
const quiet = (base: number, until: number): News => ({ kind: 'quiet', base, until, stale: false });
const word = (news: News): string => {
  if (news.kind === 'tick') return `price ${news.base} at ${news.at}`;
  return news.kind === 'bar' ? `bar ${news.base} of ${news.bar.openAt}` : `nothing of ${news.base} until ${news.until}`;
};
const endOf = (news: Exclude<News, { kind: 'tick' }>): number =>
  news.kind === 'bar' ? news.bar.openAt + MINUTE_MS : news.until;

const MINUTES = 4;
const OFFSETS = [0, 15_000, 30_000, 45_000];

/** What one instrument tells, in its order. */
function streamOf(base: number, quiet: ReadonlySet<number>): News[] {
  const news: News[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    if (quiet.has(minute)) continue;
    for (const offset of OFFSETS) news.push(tick(base, minute * MINUTE_MS + offset));
    news.push(bar(base, minute * MINUTE_MS));
  }
  return news;
}

/** The order of a back-test: prices by moment and base, a minute's bars before the prices of the next. */
function canonical(streams: readonly (readonly News[])[]): string[] {
  const place = (news: News): number => (news.kind === 'tick' ? news.at * 2 + 1 : endOf(news) * 2);
  return streams
    .flat()
    .toSorted((a, b) => place(a) - place(b) || a.base - b.base)
    .map(word);
}

const anyQuiet = fc.array(fc.uniqueArray(fc.nat({ max: MINUTES - 1 }), { maxLength: 2 }), {
  minLength: 1,
  maxLength: 4,
});

test('however the instruments are mixed, a run hears them in the order of its back-test', () => {
  fc.assert(
    fc.property(anyQuiet, fc.infiniteStream(fc.nat({ max: 3 })), (quiet, picks) => {
      const streams = quiet.map((minutes, base) => streamOf(base, new Set(minutes)));
      const expected = canonical(streams);
      const heard: string[] = [];
      const order = new NewsOrder(streams.length, (news) => heard.push(word(news)));
      const left = streams.map((stream) => [...stream]);
      while (left.some((stream) => stream.length > 0)) {
        const stream = left[(picks.next().value ?? 0) % left.length];
        const next = stream?.shift();
        if (next) order.push(next);
      }
      order.flush();
      expect(heard).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test('a close waits for what closed with it of another instrument that is read, and prices within a minute do not', () => {
  const heard: string[] = [];
  const order = new NewsOrder(1, (news) => heard.push(word(news)), 1);
  order.push(tick(0, 10_000));
  expect(heard).toEqual(['price 0 at 10000']);
  order.push(bar(0, 0));
  order.push(tick(0, MINUTE_MS));
  expect(heard).toHaveLength(1);
  order.onSource(0, MINUTE_MS);
  expect(heard.slice(1)).toEqual(['bar 0 of 0', `price 0 at ${MINUTE_MS}`]);
  // Nobody traded in its second minute: the price of the third would close it, and waits, but not for ever.
  order.push(tick(0, 2 * MINUTE_MS));
  order.advance(2 * MINUTE_MS + QUIET_MS - 1);
  expect(heard).toHaveLength(3);
  order.advance(2 * MINUTE_MS + QUIET_MS);
  expect(heard.at(-1)).toBe(`price 0 at ${2 * MINUTE_MS}`);
});

test('an instrument that does not trade holds the others up for two seconds of the exchange and no longer', () => {
  const heard: string[] = [];
  const order = new NewsOrder(2, (news) => heard.push(word(news)));
  order.push(tick(0, 10_000));
  order.advance(10_000 + QUIET_MS);
  expect(heard).toEqual([]);
  order.advance(10_000 + QUIET_MS + 1_000);
  expect(heard).toEqual(['price 0 at 10000']);
});

test('the word that a minute had no trade stands where its bar would, and nobody waits for that instrument any more', () => {
  const heard: string[] = [];
  const order = new NewsOrder(2, (news) => heard.push(word(news)));
  order.push(bar(1, 0));
  order.push(tick(1, MINUTE_MS));
  expect(heard).toEqual([]);
  order.push(quiet(0, MINUTE_MS));
  expect(heard).toEqual([`nothing of 0 until ${MINUTE_MS}`, 'bar 1 of 0']);
  order.push(tick(0, MINUTE_MS + 1));
  expect(heard.slice(2)).toEqual([`price 1 at ${MINUTE_MS}`]);
});

test('a run over one instrument waits for nobody', () => {
  const heard: string[] = [];
  const order = new NewsOrder(1, (news) => heard.push(word(news)));
  order.push(tick(0, 1));
  order.push(bar(0, 0));
  expect(heard).toEqual(['price 0 at 1', 'bar 0 of 0']);
});

test('it is empty while nothing waits for its turn, in whatever order things came', () => {
  fc.assert(
    fc.property(anyQuiet, fc.infiniteStream(fc.nat({ max: 3 })), (quietMinutes, picks) => {
      const streams = quietMinutes.map((minutes, base) => streamOf(base, new Set(minutes)));
      let waiting = 0;
      const order = new NewsOrder(streams.length, () => {
        waiting -= 1;
      });
      const left = streams.map((stream) => [...stream]);
      expect(order.isEmpty).toBe(true);
      while (left.some((stream) => stream.length > 0)) {
        const next = left[(picks.next().value ?? 0) % left.length]?.shift();
        if (!next) continue;
        waiting += 1;
        order.push(next);
        expect(order.isEmpty).toBe(waiting === 0);
      }
      order.flush();
      expect([order.isEmpty, waiting]).toEqual([true, 0]);
    }),
    { numRuns: 100 },
  );
});
