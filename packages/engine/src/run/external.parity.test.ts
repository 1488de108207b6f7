import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definitionOf } from './testing/fixtures.ts';
import { decisionsIn, Lockstep, tradesIn } from './testing/lockstep.ts';
import { randomBars } from './testing/random-series.ts';
import { BUSY_SEEDS, FAMILIES } from './testing/strategies.ts';
import type { RunEvent } from './types.ts';

const changes = { costs: 'angelone', slippageBps: 3 } as const;
const anySeed = fc.integer({ min: 1, max: 1_000_000 });

function intentsIn(events: readonly RunEvent[]): unknown[] {
  return events.flatMap((event) => (event.kind === 'intent' ? [event.intent] : []));
}

describe.each(Object.entries(FAMILIES))('%s', (_family, definition) => {
  const days = definition.interval === '1d' ? 6 : 2;

  test('filled where the simulation fills, decisions, trades and money are the same bytes', () => {
    let trades = 0;
    fc.assert(
      fc.property(anySeed, (seed) => {
        const both = new Lockstep(definition, changes);
        both.feed(randomBars({ seed, days }));
        const [expected, got] = [both.simulatedEvents, both.externalEvents];
        expect(JSON.stringify(decisionsIn(got))).toBe(JSON.stringify(decisionsIn(expected)));
        expect(JSON.stringify(intentsIn(got))).toBe(JSON.stringify(intentsIn(expected)));
        expect(JSON.stringify(tradesIn(got))).toBe(JSON.stringify(tradesIn(expected)));
        const [told, known] = [both.external.state(), both.simulated.state()];
        expect({ ...told, bases: [] }).toEqual({ ...known, bases: [] });
        trades += tradesIn(expected).length;
      }),
      { examples: BUSY_SEEDS, numRuns: BUSY_SEEDS.length + 12 },
    );
    // A parity of two empty logs would prove nothing.
    expect(trades).toBeGreaterThan(10);
  });

  test('the same after a restart from the stored state at any minute', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 1, max: days * 370 }), (seed, at) => {
        const bars = randomBars({ seed, days });
        const cut = Math.min(at, bars.length);
        const both = new Lockstep(definition, changes);
        both.feed(bars.slice(0, cut));
        both.restart(bars.slice(0, cut));
        both.feed(bars.slice(cut));
        expect(JSON.stringify(decisionsIn(both.externalEvents))).toBe(
          JSON.stringify(decisionsIn(both.simulatedEvents)),
        );
        expect(JSON.stringify(tradesIn(both.externalEvents))).toBe(JSON.stringify(tradesIn(both.simulatedEvents)));
      }),
      { numRuns: 12 },
    );
  });
});

test('instruments that share the cash get the same of it', () => {
  const symbols = ['SBIN', 'INFY', 'TCS'];
  const definition = {
    ...(FAMILIES['swing for delivery'] ?? definitionOf()),
    instruments: symbols.map((symbol) => ({ exchange: 'NSE' as const, symbol })),
    risk: { stopLoss: { kind: 'percent' as const, percent: 2 } },
    sizing: { method: 'capital_share' as const, percent: 60 },
  };
  let [refused, trades] = [0, 0];
  fc.assert(
    fc.property(anySeed, (seed) => {
      const both = new Lockstep(definition, changes);
      const series = symbols.map((_, i) => randomBars({ seed: seed + i, days: 2, missing: 0 }));
      series[0]?.forEach((_, minute) => {
        for (const [base, bars] of series.entries()) both.feed(bars.slice(minute, minute + 1), base);
      });
      const [expected, got] = [both.simulatedEvents, both.externalEvents];
      expect(JSON.stringify(decisionsIn(got))).toBe(JSON.stringify(decisionsIn(expected)));
      expect(both.external.state().cashPaise).toBe(both.simulated.state().cashPaise);
      refused += decisionsIn(expected).filter(({ veto }) => veto === 'not_enough_cash').length;
      trades += tradesIn(expected).length;
    }),
    { numRuns: 8 },
  );
  expect(refused).toBeGreaterThan(3);
  expect(trades).toBeGreaterThan(20);
});
