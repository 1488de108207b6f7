import type { BacktestReportWire } from '@trickdesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markKycVerified } from '../accounts/index.ts';
import { putReport } from '../strategies/store.ts';
import { LivePeople } from './testing/live-people.ts';

let people: LivePeople;
beforeAll(async () => {
  people = await LivePeople.open({ COMPLIANCE: '1' });
  const { id: versionId } = await people.db
    .selectFrom('strategy_version')
    .select('id')
    .where('strategy_id', '=', people.strategyId)
    .executeTakeFirstOrThrow();
  const days = { from_date: '2026-09-01', to_date: '2026-09-02', days: 2 };
  const report: BacktestReportWire = {
    basis: { kind: 'back_test', data: 'Simulated market, seed 1', simulated: true, afterCharges: true, ...days },
    ...{ capitalPaise: 1_00_000_00, netPnlPaise: -733_31, grossPnlPaise: -523_31, chargesPaise: 210_00 },
    ...{ returnPercent: -0.73, maxDrawdownPercent: 0.73, trades: 3, longestLosingRun: 3, monthly: [], tradeList: [] },
    equity: [
      { date: '2026-09-01', valuePaise: 1_00_000_00, drawdownPercent: 0 },
      { date: '2026-09-02', valuePaise: 99_266_69, drawdownPercent: 0.73 },
    ],
  };
  const figures = {
    ...{ fromDate: '2026-09-01', toDate: '2026-09-02', returnTotalPercent: -0.73, return30dPercent: -0.73 },
    ...{ maxDrawdownPercent: 0.73, winRatePercent: 0, trades: 3, sparkline: [], report },
  };
  const { dataset } = people.api.services.marketData;
  await putReport(people.db, { versionId, dataset, status: 'ready', figures, now: new Date(0) });
});
afterAll(() => people.api.close());

test('in compliance mode a contract tells its worst day to verified clients alone, and what it costs to everybody', async () => {
  const asha = await people.signUp('asha');
  const TricksId = await people.clone(asha);
  const check = () => people.api.send('golivecheck', { TricksId }, { token: asha.accessToken });
  const before = await check();
  expect(before.http.body).not.toMatch(/₹733|-73331|0\.73/);
  expect(before.data.backtestRecord).toBeUndefined();
  const { contract } = before.data;
  expect(contract.sentences).toContain('What a bad day of the back-test cost is shown to verified clients only.');
  expect(contract).toMatchObject({ modelledDays: 2, chargesPerMonthPaise: 210_00 * (21 / 2) });

  await markKycVerified(
    { database: people.api.database.db, clock: people.api.clock },
    { accountId: asha.userId, forDemo: false },
  );
  const after = await check();
  expect(after.data.contract).toMatchObject({ worstDayPaise: -733_31, worstDayDate: '2026-09-02' });
  expect(after.data.backtestRecord).toMatchObject({ netPnlPaise: -733_31 });
  // What was read before cannot be acknowledged: it is another contract.
  expect(after.data.contractHash).not.toBe(before.data.contractHash);
});
