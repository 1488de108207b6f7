import { expect, test } from 'vitest';
import { parseDefinition } from '../definition/index.ts';
import type { StrategyDefinition } from '../definition/schema.ts';
import { costOf, MOST_COST, tooCostly } from './cost.ts';

function definition(changes: Record<string, unknown> = {}): StrategyDefinition {
  const parsed = parseDefinition({
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '5m',
    product: 'INTRADAY',
    direction: 'long',
    session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:05', weekdays: [1] },
    entry: { long: 'ema(close, 20) > 5' },
    sizing: { method: 'capital_share', percent: 20 },
    ...changes,
  });
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  return parsed.definition;
}

const symbols = (count: number) => Array.from({ length: count }, (_, i) => ({ exchange: 'NSE', symbol: `SHARE${i}` }));
const many = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' or ');

test('equal parts count once, each instrument anew', () => {
  const once = costOf(definition());
  expect(once).toMatchObject({ parts: 5, parameters: 0 });
  expect(costOf(definition({ exit: { long: 'ema(close, 20) > 5' } }))).toEqual(once);
  const twice = costOf(definition({ instruments: symbols(2) }));
  expect([twice.parts, twice.valuesKept]).toEqual([once.parts * 2, once.valuesKept * 2]);
});

test('what is usual is taken, what asks too much is named with what would be less', () => {
  expect(tooCostly(definition({ instruments: symbols(50) }))).toBeUndefined();
  const wide = { instruments: symbols(50), entry: { long: many(60, (i) => `sma(close, ${i + 2}) > ${i}`) } };
  expect(costOf(definition(wide)).parts).toBeGreaterThan(MOST_COST.parts);
  expect(tooCostly(definition(wide))).toMatch(/on each bar for its 50 instruments.*most\. Use fewer instruments/);
  const long = { instruments: symbols(50), entry: { long: many(45, (i) => `sma(close, ${500 - i}) > 1`) } };
  expect(costOf(definition(long)).parts).toBeLessThan(MOST_COST.parts);
  expect(tooCostly(definition(long))).toMatch(/^This looks back on .* shorter lengths\.$/);
  const names = Array.from({ length: 41 }, (_, i) => [`p${i}`, { default: 1, min: 1, max: 1, step: 1 }]);
  expect(tooCostly(definition({ parameters: Object.fromEntries(names) }))).toMatch(/^This has 41 parameters/);
});

/** Looks back further than it may at longer lengths, and has more parts where its two lengths differ. */
const LENGTHS = {
  instruments: symbols(50),
  parameters: {
    fast: { default: 10, min: 2, max: 500, step: 1 },
    slow: { default: 10, min: 2, max: 500, step: 1 },
  },
};

test('what it costs is asked for every set of values that is to run, and the dearest says so', () => {
  const lagging = definition({ ...LENGTHS, entry: { long: many(40, (i) => `sma(close, slow)[${i + 1}] > 1`) } });
  expect(tooCostly(lagging)).toBeUndefined();
  expect(tooCostly(lagging, [{ slow: 10 }, { slow: 40 }])).toBeUndefined();
  const dear = tooCostly(lagging, [{ slow: 10 }, { slow: 500 }, { slow: 490 }]);
  expect(dear).toMatch(/^This looks back on .* shorter lengths\.$/);
  // Whatever stands beside it, in whatever order.
  expect(tooCostly(lagging, [{ slow: 490 }, { slow: 500 }])).toBe(dear);
  expect(tooCostly(lagging, [{ slow: 500, fast: 2 }])).toBe(dear);
});

test('lengths that differ are parts that equal ones are not', () => {
  const both = many(42, (i) => `sma(close, slow)[${i + 1}] > sma(close, fast)[${i + 1}]`);
  const wide = definition({ ...LENGTHS, entry: { long: both } });
  expect(tooCostly(wide)).toBeUndefined();
  expect(tooCostly(wide, [{ slow: 10 }, { slow: 11 }])).toMatch(/^This works out .* parts on each bar/);
});

test('a label that no database keeps is refused by name', () => {
  const parsed = parseDefinition({
    ...definition(),
    parameters: { fast: { default: 1, min: 1, max: 2, step: 1, label: 'a\0b' } },
  });
  expect(parsed).toMatchObject({ ok: false, errors: [{ path: 'parameters.fast.label' }] });
});
