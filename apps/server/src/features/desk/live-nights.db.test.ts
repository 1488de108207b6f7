import { compileStrategy, parseDefinition, runBacktest, type StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALENDAR } from '../deployments/testing/random-market.ts';
import { decisionBodies } from '../deployments/testing/world.ts';
import { baseFactsOf } from '../strategies/index.ts';
import { ParityDays } from './testing/parity-day.ts';

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

async function backtest(name: string) {
  const definition = parseDefinition(TRICKS[name]);
  const share = days.traded.get('INFY');
  if (!definition.ok || !share) throw new Error('there is no such trick');
  const { warmup_from: warmupFrom } = await days.world.testDb.db.kysely
    .selectFrom('deployment_run')
    .select('warmup_from')
    .where('deployment_id', '=', days.tricks.get(name)?.deploymentId ?? 0)
    .executeTakeFirstOrThrow();
  const { symbol, tickPaise, bars } = share;
  return runBacktest({
    strategy: compileStrategy(definition.definition, {}, 'v1'),
    bases: [baseFactsOf({ symbol, tickPaise, lotSize: 1, kind: 'equity' }, true)],
    series: [bars.filter((bar) => bar.openAt >= warmupFrom.getTime())],
    interval: '1m',
    settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
    calendar: CALENDAR,
    costs: 'angelone',
    slippageBps: 0,
    tradeFrom: days.startAt,
    closeAtEnd: false,
  });
}

test.for(Object.keys(TRICKS))(
  'over nights a live trick trades, to the paisa, as its back-test does: %s',
  async (name) => {
    const { decisions, trades } = await backtest(name);
    const deploymentId = days.tricks.get(name)?.deploymentId ?? 0;
    expect(await decisionBodies(days.world, deploymentId)).toEqual(
      decisions.map((decision) => JSON.stringify(decision)),
    );
    const rows = await days.world.testDb.db.kysely
      .selectFrom('position')
      .select(['symbol', 'quantity', 'gross_paise', 'charges_paise'])
      .where('deployment_id', '=', deploymentId)
      .where('status', '=', 'closed')
      .orderBy('id')
      .execute();
    expect(trades.length).toBeGreaterThan(0);
    const told = trades.map((trade) => `${trade.symbol} ${trade.quantity} ${trade.grossPaise} ${trade.chargesPaise}`);
    expect(rows.map((row) => `${row.symbol} ${row.quantity} ${row.gross_paise} ${row.charges_paise}`)).toEqual(told);
  },
);
