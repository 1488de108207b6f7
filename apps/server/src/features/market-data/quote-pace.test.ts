import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQuotePace, QUOTES_EVERY_MS, TOGETHER_MS } from './quote-pace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

interface Told {
  readonly at: number;
  readonly quotes: ReadonlyMap<string, number>;
}

/** @param ticks milliseconds after the one before, and of which instrument */
function toldOf(ticks: readonly (readonly [number, string])[]): { readonly told: Told[]; readonly at: number[] } {
  const begin = performance.now();
  const told: Told[] = [];
  const pace = createQuotePace<number>((quotes) => told.push({ at: performance.now() - begin, quotes }));
  const at = ticks.map(([gap, symbol], i) => {
    vi.advanceTimersByTime(gap);
    pace.note(symbol, i);
    return performance.now() - begin;
  });
  vi.advanceTimersByTime(1_000);
  pace.close();
  return { told, at };
}

test('a price after a quiet moment is told at once, and what comes together in one piece', () => {
  const { told } = toldOf([
    [0, 'NIFTY'],
    [5, 'SBIN'],
    [600, 'NIFTY'],
  ]);
  expect(told.map(({ at, quotes }) => [at, [...quotes]])).toEqual([
    [
      TOGETHER_MS,
      [
        ['NIFTY', 0],
        ['SBIN', 1],
      ],
    ],
    [605 + TOGETHER_MS, [['NIFTY', 2]]],
  ]);
});

test('an instrument that waits for its turn holds up no other', () => {
  const { told } = toldOf([
    [0, 'NIFTY'],
    [30, 'NIFTY'],
    [10, 'SBIN'],
  ]);
  expect(told.map(({ at, quotes }) => [at, [...quotes.keys()]])).toEqual([
    [TOGETHER_MS, ['NIFTY']],
    [40 + TOGETHER_MS, ['SBIN']],
    [TOGETHER_MS + QUOTES_EVERY_MS, ['NIFTY']],
  ]);
});

test('however prices come: four a second at most of each, the newest is always told, and none older after it', () => {
  const ticks = fc.array(fc.tuple(fc.nat(400), fc.constantFrom('NIFTY', 'SBIN', 'INFY')), { maxLength: 60 });
  fc.assert(
    fc.property(ticks, (given) => {
      const { told, at } = toldOf(given);
      for (const symbol of new Set(given.map(([, each]) => each))) {
        const own = told.filter(({ quotes }) => quotes.has(symbol));
        const values = own.map(({ quotes }) => quotes.get(symbol) ?? -1);
        const last = given.findLastIndex(([, each]) => each === symbol);
        expect(values.at(-1)).toBe(last);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
        const gaps = own.slice(1).map((each, i) => each.at - (own[i]?.at ?? 0));
        expect(gaps.every((gap) => gap >= QUOTES_EVERY_MS - 1)).toBe(true);
        const lastToldAt = own.at(-1)?.at ?? Number.NaN;
        expect(lastToldAt - (at[last] ?? Number.NaN)).toBeLessThanOrEqual(QUOTES_EVERY_MS + TOGETHER_MS);
      }
    }),
  );
});
