import { type Bar, createRandom, MINUTE_MS, pathOfBar } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BarTicksInput, ticksOfBar } from './bars-to-ticks.ts';
import type { SimInstrument } from './market-source.ts';

const OPEN_AT = Date.parse('2025-07-07T09:15:00+05:30');
const INSTRUMENT: SimInstrument = {
  exchange: 'NSE',
  token: '3045',
  symbol: 'SBIN',
  tradingSymbol: 'SBIN-EQ',
  kind: 'equity',
  tickPaise: 5,
  lotSize: 1,
  tickSeconds: 3,
};

const anyBar: fc.Arbitrary<Bar> = fc
  .record({
    low: fc.integer({ min: 1, max: 10_000 }),
    range: fc.integer({ min: 0, max: 300 }),
    openAbove: fc.nat(300),
    closeAbove: fc.nat(300),
    volume: fc.nat(5_000_000),
  })
  .map(({ low, range, openAbove, closeAbove, volume }) => ({
    openAt: OPEN_AT,
    open: (low + Math.min(openAbove, range)) * 5,
    high: (low + range) * 5,
    low: low * 5,
    close: (low + Math.min(closeAbove, range)) * 5,
    volume,
  }));

function input(bar: Bar, seed: number, style: BarTicksInput['style']): BarTicksInput {
  return { instrument: INSTRUMENT, bar, barMinutes: 1, cumBefore: 1_000, style, random: createRandom(seed) };
}

for (const style of ['spread', 'path'] as const) {
  test(`a bar built from its own ticks (${style}) is the same bar, volume included`, () => {
    fc.assert(
      fc.property(anyBar, fc.nat(), (bar, seed) => {
        const ticks = ticksOfBar(input(bar, seed, style));
        const prices = ticks.map((tick) => tick.pricePaise);
        expect(prices[0]).toBe(bar.open);
        expect(prices.at(-1)).toBe(bar.close);
        expect(Math.max(...prices)).toBe(bar.high);
        expect(Math.min(...prices)).toBe(bar.low);
        expect(ticks.at(-1)?.cumVolume).toBe(1_000 + bar.volume);
        expect(prices.every((price) => price % 5 === 0)).toBe(true);
        for (let i = 1; i < ticks.length; i += 1) {
          expect(ticks[i]?.at).toBeGreaterThanOrEqual(ticks[i - 1]?.at ?? 0);
          expect(ticks[i]?.cumVolume).toBeGreaterThanOrEqual(ticks[i - 1]?.cumVolume ?? 0);
        }
        expect(ticks[0]?.at).toBeGreaterThanOrEqual(bar.openAt);
        expect(ticks.at(-1)?.at).toBeLessThan(bar.openAt + MINUTE_MS);
      }),
    );
  });
}

test('the frictionless style sends the four points of the price path at 0, 15, 30 and 45 seconds', () => {
  const bar: Bar = { openAt: OPEN_AT, open: 1000, high: 1100, low: 980, close: 1050, volume: 10 };
  const ticks = ticksOfBar(input(bar, 1, 'path'));
  expect(ticks.map((tick) => [tick.at - OPEN_AT, tick.pricePaise, tick.cumVolume])).toEqual([
    [0, 1000, 1002],
    [15_000, 980, 1005],
    [30_000, 1100, 1007],
    [45_000, 1050, 1010],
  ]);
});

test('ticks of the usual style pass the extremes in the order of the price path', () => {
  fc.assert(
    fc.property(anyBar, fc.nat(), (bar, seed) => {
      const prices = ticksOfBar(input(bar, seed, 'spread')).map((tick) => tick.pricePaise);
      let from = 0;
      for (const point of pathOfBar(bar)) {
        from = prices.indexOf(point, from);
        expect(from).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
