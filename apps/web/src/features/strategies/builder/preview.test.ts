import { expect, test } from 'vitest';
import { definitionOf, FIRST_DRAFT } from './draft.ts';
import { type PreviewRequest, preview } from './preview.worker.ts';

const OPEN = Date.UTC(2026, 6, 6, 3, 45) / 1_000;
const closes = [...Array.from({ length: 30 }, () => 100), ...Array.from({ length: 15 }, (_, i) => 101 + i)];
const candles = closes.map((close, i) => [OPEN + i * 300, close, close + 0.5, close - 0.5, close, 1_000] as const);

const request = (entryLong: string): PreviewRequest => ({
  definition: definitionOf({
    ...FIRST_DRAFT,
    conditions: { ...FIRST_DRAFT.conditions, entryLong, exitLong: 'close > 110' },
  }),
  symbol: 'SBIN',
  interval: '5m',
  candles,
  sources: [],
  capitalPaise: 1_00_000_00,
  tickPaise: 5,
});

test('shows where the rules would have bought and sold, each with its reason, on the bar after the signal', () => {
  const shown = preview(request('close crosses above 102'));
  expect(shown).toMatchObject({ entries: 1, exits: 1, vetoes: 0 });
  const [entry, exit] = shown?.marks ?? [];
  expect(entry).toMatchObject({ side: 'buy', purpose: 'entry', quantity: 194 });
  // The bar that closed at 103 is the 33rd; the next one opens 33 bars after the first.
  expect(entry?.atMs).toBe((OPEN + 33 * 300) * 1_000);
  expect(entry?.reason).toContain('Bought');
  expect(exit).toMatchObject({ side: 'sell', purpose: 'exit' });
});

test('reads the bars of an index as a back-test does', () => {
  const rules = request('close > 100 and close @ NIFTY > 50');
  const flat = (until: number) => candles.map(([at], i) => [at, 40, 60, 40, i < until ? 45 : 55, 1] as const);
  const shown = (until: number) => preview({ ...rules, sources: [{ symbol: 'NIFTY', candles: flat(until) }] });
  expect(shown(0)?.marks[0]?.atMs).toBe((OPEN + 31 * 300) * 1_000);
  // From its 37th bar on it is high enough.
  expect(shown(36)?.marks[0]?.atMs).toBe((OPEN + 37 * 300) * 1_000);
  expect(preview(rules)?.entries).toBe(0);
});

test('rules that cannot be read draw nothing', () => {
  expect(preview(request('close crosses'))).toBeUndefined();
});
