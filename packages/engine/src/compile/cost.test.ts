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

test('a label that no database keeps is refused by name', () => {
  const parsed = parseDefinition({
    ...definition(),
    parameters: { fast: { default: 1, min: 1, max: 2, step: 1, label: 'a\0b' } },
  });
  expect(parsed).toMatchObject({ ok: false, errors: [{ path: 'parameters.fast.label' }] });
});
