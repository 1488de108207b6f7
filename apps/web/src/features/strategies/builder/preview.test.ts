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

test('rules that cannot be read draw nothing', () => {
  expect(preview(request('close crosses'))).toBeUndefined();
});
