import { type IndiaDate, MINUTE_MS } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { CALENDAR } from '../deployments/testing/random-market.ts';
import { ParityDays } from '../desk/testing/parity-day.ts';
import { makeDueReconciliations, readOpeningFunds } from './index.ts';
import type { ReportBody } from './service.ts';

const DAY: IndiaDate = '2026-07-31';
const on = (symbol: string) => [{ exchange: 'NSE' as const, symbol }];
const share = (percent: number) => ({ method: 'capital_share' as const, percent });

/** With resting stops, targets that are chased, and shares that are bought and sold for delivery within the day. */
const TRICKS: Readonly<Record<string, StrategyDefinitionInput>> = {
  intraday: {
    ...{ format: 1, product: 'INTRADAY', instruments: on('SBIN'), interval: '1m', direction: 'both' },
    session: { entryFrom: '09:20', entryTo: '15:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    sizing: share(60),
    entry: { long: 'ema(close, 3) crosses above ema(close, 8)', short: 'ema(close, 3) crosses below ema(close, 8)' },
    exit: { long: 'ema(close, 3) crosses below ema(close, 8)', short: 'ema(close, 3) crosses above ema(close, 8)' },
    risk: {
      stopLoss: { kind: 'percent', percent: 0.2 },
      target: { kind: 'percent', percent: 0.3 },
      trailing: { kind: 'percent', percent: 0.15 },
      maxTradesPerDay: 8,
    },
  },
  delivery: {
    ...{ format: 1, product: 'DELIVERY', instruments: on('INFY'), interval: '15m', direction: 'long' },
    session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > sma(close, 4)' },
    exit: { long: 'close < sma(close, 4)' },
    risk: { stopLoss: { kind: 'percent', percent: 1 } },
    sizing: share(80),
  },
};

let days: ParityDays;
beforeAll(async () => {
  days = await ParityDays.open(['SBIN', 'INFY'], [DAY, DAY], 3);
  for (const [name, definition] of Object.entries(TRICKS)) await days.goLive(name, definition);
}, 120_000);
afterAll(() => days.close());

function parts() {
  const { world, market } = days;
  return {
    ...{ database: world.testDb.db, bus: world.bus, clock: world.clock, marketData: world.marketData },
    log: createLog('warn', (line) => world.logged.push(line)),
    access: { accessOf: async (linkId: number) => days.accessOf(linkId), sessionEnded: async () => undefined },
    broker: market.api,
    settleMs: 0,
  };
}

test('a live day agrees with the broker to the paisa, funds and charges of each trick included', async () => {
  await readOpeningFunds(parts());
  await days.start();
  await days.play();
  const closeAt = CALENDAR.sessionOn(DAY)?.closeAt ?? 0;
  days.market.exchange.runTo(closeAt);
  await days.world.setClock(closeAt + MINUTE_MS);
  await makeDueReconciliations(parts());
  const { kysely } = days.world.testDb.db;
  const reports = await kysely.selectFrom('reconciliation_report').select(['status', 'body']).execute();
  expect(reports).toHaveLength(2);
  for (const { status, body } of reports) {
    const { differences, notCompared, compared } = body as ReportBody;
    expect({ status, differences, notCompared }).toEqual({ status: 'agrees', differences: [], notCompared: [] });
    expect(compared.trades).toBeGreaterThan(2);
    expect(compared.chargesPaise).toBeGreaterThan(0);
  }
}, 300_000);
