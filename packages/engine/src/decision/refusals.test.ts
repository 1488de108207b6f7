import { expect, test } from 'vitest';
import { runBacktest } from '../backtest/backtest.ts';
import { columnsOf } from '../backtest/columns.ts';
import { compileStrategy } from '../compile/index.ts';
import { CALENDAR, candles, configOf, definitionOf } from '../run/testing/fixtures.ts';
import type { Decision, VetoRule } from '../run/types.ts';
import { refusalsOf } from './refusals.ts';

const decision = (action: Decision['action'], veto?: VetoRule) => ({ action, ...(veto ? { veto } : {}) }) as Decision;

test('refusals are counted by rule, the most frequent first, and entries and exits are none', () => {
  const definition = definitionOf({ risk: { cooldownBars: 3 } });
  const found = refusalsOf(
    [
      decision('veto', 'cooldown'),
      decision('enter'),
      ...Array.from({ length: 2 }, () => decision('veto', 'not_enough_cash')),
      decision('exit'),
    ],
    definition,
  );
  expect(found).toEqual([
    { veto: 'not_enough_cash', times: 2, words: 'Refused 2 times: the cash at hand does not pay for it.' },
    { veto: 'cooldown', times: 1, words: 'Refused once: it waits after its last exit (3 bars).' },
  ]);
  expect(refusalsOf([], definition)).toEqual([]);
});

test('a run without a trade, whose condition came true, tells why each entry was refused', () => {
  const definition = definitionOf({
    entry: { long: 'close > open' },
    sizing: { method: 'fixed_quantity', quantity: 100 },
  });
  const up = [100, 101, 100, 101] as const;
  const down = [101, 101, 100, 100] as const;
  const { bases, settings } = configOf(definition, { settings: { capitalPaise: 50_00, quantityMultiplier: 1 } });
  const run = runBacktest({
    ...{ bases, settings, costs: 'none', slippageBps: 0, calendar: CALENDAR, interval: '1m', tells: 'reasons' },
    strategy: compileStrategy(definition),
    series: [columnsOf(candles([up, down, up, down, up, up]))],
  });
  expect(run.trades).toEqual([]);
  expect(refusalsOf(run.decisions, definition)).toMatchObject([{ veto: 'not_enough_cash', times: 3 }]);
});
