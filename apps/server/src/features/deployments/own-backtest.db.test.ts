import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BacktestWorld, openBacktestWorld } from '../backtests/testing/world.ts';

/** Buys whatever rose in the last quarter of an hour. */
const RULES: StrategyDefinitionInput = {
  format: 1,
  instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
  interval: '15m',
  product: 'INTRADAY',
  direction: 'long',
  session: { entryFrom: '09:30', entryTo: '14:30', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
  parameters: { length: { default: 4, min: 2, max: 10, step: 2 } },
  entry: { long: 'close > sma(close, length)' },
  risk: { stopLoss: { kind: 'percent', percent: 1 }, maxTradesPerDay: 2 },
  sizing: { method: 'capital_share', percent: 50 },
};
const CAPITAL_PAISE = 2_00_000_00;

let world: BacktestWorld;
let own: number;
let copy: number;
beforeAll(async () => {
  world = await openBacktestWorld();
  await world.startQueue();
  own = await save(RULES);
  const { data } = await world.api.send('toptenclone', { TricksId: own }, asAsha());
  copy = data.TricksId;
});
afterAll(() => world.close());

const asAsha = () => world.as(world.asha);
const check = async (TricksId = copy) => (await world.api.send('golivecheck', { TricksId }, asAsha())).data;

async function save(definition: StrategyDefinitionInput): Promise<number> {
  const what = { name: 'My trick', summary: 'A test.', minCapitalPaise: CAPITAL_PAISE, definition };
  const { data, message, errors } = await world.api.send('savetrick', { ...what, idempotencyKey: 'save-1' }, asAsha());
  if (!data) throw new Error(`${message} ${JSON.stringify(errors)}`);
  return data.TricksId;
}

async function backTest(more: object = {}) {
  const BacktestId = await world.start(world.asha, { TricksId: own, capitalPaise: CAPITAL_PAISE, ...more });
  return { BacktestId, ...(await world.finished(world.asha, BacktestId)).report };
}

test('the contract of an own trick is modelled by the newest back-test of its very rules, which it names', async () => {
  const before = await check();
  expect(before.contract).toMatchObject({ modelledDays: 0, modelledTrades: 0 });
  expect(before.backtestRecord).toBeUndefined();

  const first = await backTest();
  const second = await backTest();
  const { contract, backtestRecord, contractHash } = await check();
  expect(backtestRecord).toMatchObject({
    BacktestId: second.BacktestId,
    trades: first.trades,
    days: first.basis.days,
    data: first.basis.data,
    netPnlPaise: first.netPnlPaise,
  });
  expect(backtestRecord?.maxDrawdownPercent).toBe(first.drawdown?.percent);
  expect(contract).toMatchObject({ modelledDays: first.equity.length, modelledTrades: first.trades });
  const results = first.equity.map(
    ({ valuePaise }, i) => valuePaise - (first.equity[i - 1]?.valuePaise ?? CAPITAL_PAISE),
  );
  expect(contract.worstDayPaise).toBe(Math.min(0, ...results));
  expect(contract.chargesPerMonthPaise).toBe(Math.ceil((first.chargesPaise / first.equity.length) * 21));
  expect(contractHash).not.toBe(before.contractHash);
});

test('with another capital charges and worst day are those of its trades then, and it is said what they are for', async () => {
  const asTested = (await check()).contract;
  expect(asTested.scaledTo).toBeUndefined();
  const settings = { capitalPaise: 3 * CAPITAL_PAISE };
  const { contract } = (await world.api.send('golivecheck', { TricksId: copy, settings }, asAsha())).data;
  expect(contract.scaledTo).toEqual({ capitalPaise: 3 * CAPITAL_PAISE, quantityMultiplier: 1 });
  // Its four orders pay the most brokerage there is, 20 rupees and the tax on it, whichever their size; lines are rounded.
  const capped = 4 * 20_00 * 1.18 * 2;
  const inProportion = (asTested.worstDayPaise ?? 0) * 3;
  expect(Math.abs((contract.worstDayPaise ?? 0) - inProportion - capped)).toBeLessThan(10);
  const [before, after] = [asTested.chargesPerMonthPaise ?? 0, contract.chargesPerMonthPaise ?? 0];
  // Orders of some ₹1,00,000 have reached the cap of the brokerage already: it does not grow with them.
  expect(after).toBeGreaterThan(before);
  expect(after).toBeLessThan(before * 2.5);
  const words = contract.sentences.find((sentence) => sentence.startsWith('Pays about'));
  expect(words).toContain('would (with a capital of ₹6,00,000.00).');
});

test('a back-test without charges or without a trade, of many values, of other rules or of somebody else models nothing', async () => {
  const named = (await check()).backtestRecord?.BacktestId;
  await backTest({ costs: false });
  expect((await backTest({ capitalPaise: 100_00 })).trades).toBe(0);
  await backTest({ sweep: { length: [2, 4] } });
  await backTest({ interval: '5m' });
  expect((await check()).backtestRecord?.BacktestId).toBe(named);
  await world.api.database.db.kysely.updateTable('backtest').set({ account_id: world.ravi.userId }).execute();
  expect((await check()).backtestRecord).toBeUndefined();
});
