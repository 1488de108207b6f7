import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CopyResult, type DayResult, rankTracks, type TrackFacts } from './track-rules.ts';

const anyCopy = fc.record({
  strategyId: fc.integer({ min: 1, max: 6 }),
  copy: fc.uuid(),
  follower: fc.constantFrom('a', 'b', 'c', 'd'),
  net: fc.bigInt({ min: -50_000_00n, max: 50_000_00n }),
  charges: fc.bigInt({ min: 0n, max: 1_000_00n }),
  trades: fc.integer({ min: 5, max: 40 }),
  wins: fc.constant(1),
  capital: fc.bigInt({ min: 1_000_00n, max: 1_00_000_00n }),
});

/** Three days on each of which a third of a copy's result came. */
function daysOf(copies: readonly CopyResult[]): DayResult[] {
  const byDay = new Map<string, DayResult>();
  for (const { strategyId, net } of copies) {
    const parts = [net / 3n, net / 3n, net - 2n * (net / 3n)];
    for (const [i, part] of parts.entries()) {
      const day = `2026-09-0${i + 1}`;
      const key = `${day} ${strategyId}`;
      byDay.set(key, { strategyId, day, net: (byDay.get(key)?.net ?? 0n) + part });
    }
  }
  return [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
const factsOf = (copies: readonly CopyResult[]): TrackFacts => ({ copies, days: daysOf(copies), open: [], months: [] });
const ranksOf = (facts: TrackFacts) => rankTracks(facts, undefined).ranked;

test('ranks fall with the return after charges, which lies within its range and is result over capital', () => {
  fc.assert(
    fc.property(fc.array(anyCopy, { maxLength: 30 }), (copies) => {
      const ranked = ranksOf(factsOf(copies));
      const returns = ranked.map(({ returnPercent }) => returnPercent);
      expect(returns).toEqual(returns.toSorted((a, b) => b - a));
      for (const track of ranked) {
        const own = copies.filter(({ strategyId }) => strategyId === track.strategyId);
        expect(track.net).toBe(own.reduce((sum, { net }) => sum + net, 0n));
        expect(track.capital).toBe(own.reduce((sum, { capital }) => sum + capital, 0n));
        expect(track.returnPercent).toBeCloseTo((Number(track.net) / Number(track.capital)) * 100, 1);
        expect(track.likelyFromPercent).toBeLessThanOrEqual(track.returnPercent);
        expect(track.likelyToPercent).toBeGreaterThanOrEqual(track.returnPercent);
        expect(track.gained).toBeLessThanOrEqual(track.followers);
      }
    }),
  );
});

test('the order of rows is of no account, and neither is what a copy or a follower is called', () => {
  fc.assert(
    fc.property(fc.array(anyCopy, { maxLength: 20 }), (copies) => {
      const plain = ranksOf(factsOf(copies));
      expect(ranksOf(factsOf(copies.toReversed()))).toEqual(plain);
      const renamed = copies.map((copy) => ({ ...copy, follower: `left ${copy.follower}` }));
      expect(ranksOf(factsOf(renamed))).toEqual(plain);
    }),
  );
});

test('a total loss more in the record never lifts its trick', () => {
  fc.assert(
    fc.property(fc.array(anyCopy, { maxLength: 20 }), anyCopy, (copies, one) => {
      const loser = { ...one, net: -one.capital };
      const rankOf = (facts: TrackFacts, id: number) => ranksOf(facts).findIndex(({ strategyId }) => strategyId === id);
      const [before, after] = [factsOf(copies), factsOf([...copies, loser])];
      const worstReturn = ranksOf(before).every(({ returnPercent }) => returnPercent >= -100);
      if (!worstReturn || rankOf(before, one.strategyId) < 0) return;
      expect(rankOf(after, one.strategyId)).toBeGreaterThanOrEqual(rankOf(before, one.strategyId));
    }),
  );
});

test('too few trades, or too few days, are not ranked, and counted', () => {
  const copy = { strategyId: 1, copy: 'x', follower: 'a', net: 10n, charges: 1n, trades: 4, wins: 4, capital: 100n };
  expect(rankTracks(factsOf([copy]), undefined)).toEqual({ ranked: [], tooFew: 1 });
  const enough = { ...copy, trades: 5 };
  expect(rankTracks(factsOf([enough]), undefined).ranked).toHaveLength(1);
  const facts = factsOf([enough]);
  expect(rankTracks({ ...facts, days: facts.days.slice(1) }, undefined)).toEqual({ ranked: [], tooFew: 1 });
});

test('the range of a return follows Student’s t: days of 1, 2 and 3 percent make 6 within 4.303 × √3', () => {
  const copy = {
    strategyId: 1,
    copy: 'x',
    follower: 'a',
    net: 600n,
    charges: 0n,
    trades: 9,
    wins: 9,
    capital: 10_000n,
  };
  const days = [100n, 200n, 300n].map((net, i) => ({ strategyId: 1, day: `2026-09-0${i + 1}`, net }));
  const [track] = rankTracks({ copies: [copy], days, open: [], months: [] }, undefined).ranked;
  expect(track).toMatchObject({ returnPercent: 6, likelyFromPercent: -1.45, likelyToPercent: 13.45 });
});
