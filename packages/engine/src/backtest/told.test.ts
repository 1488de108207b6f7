import { expect, test } from 'vitest';
import { configOf, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import type { Told } from '../run/types.ts';
import { runBacktest } from './backtest.ts';

const definition = definitionOf({
  entry: { long: 'sma(close, 3) crosses above sma(close, 8)' },
  exit: { long: 'sma(close, 3) crosses below sma(close, 8)' },
  risk: { stopLoss: { kind: 'percent', percent: 0.4 } },
  sizing: { method: 'capital_share', percent: 60 },
});
const run = (tells: Told | undefined) =>
  runBacktest({
    ...configOf(definition, { costs: 'angelone', slippageBps: 2 }),
    series: [randomBars({ seed: 5, days: 3 })],
    interval: '1m',
    ...(tells ? { tells } : {}),
  });

test('what is left unwritten changes nothing of what is done', () => {
  const [all, reasons, trades] = [run(undefined), run('reasons'), run('trades')];
  expect(all.trades.length).toBeGreaterThan(20);
  expect(reasons).toMatchObject({
    trades: all.trades,
    decisions: all.decisions,
    equity: all.equity,
    report: all.report,
  });
  expect(trades).toMatchObject({ trades: all.trades, decisions: [], equity: all.equity, report: all.report });
  const kinds = (events: typeof all.events) => [...new Set(events.map(({ kind }) => kind))].toSorted();
  expect(kinds(all.events)).toEqual(['decision', 'fill', 'intent', 'levels', 'trade']);
  expect(kinds(reasons.events)).toEqual(['decision', 'trade']);
  expect(kinds(trades.events)).toEqual(['trade']);
});
