import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decisionBodies } from '../deployments/testing/world.ts';
import { ParityDays } from './testing/parity-day.ts';
import { backtestOf, closedTrades, deploymentOf } from './testing/same-backtest.ts';

const delivery: Pick<StrategyDefinitionInput, 'format' | 'product' | 'direction' | 'sizing' | 'instruments'> = {
  ...{ format: 1, product: 'DELIVERY', direction: 'long', sizing: { method: 'capital_share', percent: 80 } },
  instruments: [{ exchange: 'NSE', symbol: 'INFY' }],
};
const session = { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] };

/** Both decide at a close what can go out at the next opening alone. */
const TRICKS: Readonly<Record<string, StrategyDefinitionInput>> = {
  'on daily bars': { ...delivery, interval: '1d', session, entry: { long: 'close > 0' }, exit: { long: 'close > 0' } },
  'on the last bar of a day': {
    ...delivery,
    interval: '15m',
    session,
    entry: { long: 'time >= 15:30' },
    exit: { long: 'time >= 10:00 and time < 15:00' },
  },
};

let days: ParityDays;
beforeAll(async () => {
  days = await ParityDays.open(['INFY'], ['2026-07-29', '2026-07-31'], 3);
  for (const [name, definition] of Object.entries(TRICKS)) await days.goLive(name, definition);
  await days.start();
  await days.play();
}, 300_000);
afterAll(() => days.close());

test.for(Object.keys(TRICKS))(
  'over nights a live trick trades, to the paisa, as its back-test does: %s',
  async (name) => {
    const { decisions, trades } = await backtestOf(days, name, TRICKS[name]);
    expect(await decisionBodies(days.world, deploymentOf(days, name))).toEqual(decisions);
    expect(trades.length).toBeGreaterThan(0);
    expect(await closedTrades(days, name)).toEqual(trades);
  },
);
