import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { insertDeployment, insertLink, openMarket } from '../risk/testing/desk-facts.ts';
import { loosens } from './settings-rules.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await openMarket(api);
});
afterAll(() => api.close());

test('while its owner’s lock holds a live trick’s limits can be tightened, and none loosened or taken away', async () => {
  const person = await api.signUp('locked_settings');
  const { db } = api.database;
  const linkId = await insertLink(db, person.userId);
  const TricksId = await insertDeployment(db, { accountId: person.userId, linkId });
  await db.kysely
    .updateTable('deployment')
    .set({ status: 'stopped', phase: 'idle' })
    .where('id', '=', TricksId)
    .execute();
  const as = { token: person.accessToken };
  const set = async (change: object) => (await api.send('setSetting', { TricksId, ...change }, as)).code;
  await set({ maxLossPerDayPaise: 1_000_00, maxTradesPerDay: 3 });
  const until = new Date(api.clock.now() + 86_400_000).toISOString();
  expect((await api.send('risklock', { until, reason: 'Calm.' }, as)).status).toBe(200);
  expect(await set({ maxLossPerDayPaise: 1_000_01 })).toBe('RISK_LOCKED');
  expect(await set({ maxLossPerDayPaise: null })).toBe('RISK_LOCKED');
  expect(await set({ maxTradesPerDay: 4 })).toBe('RISK_LOCKED');
  expect(await set({ maxTradesPerDay: null })).toBe('RISK_LOCKED');
  expect(await set({ capitalPaise: 200_000_00 })).toBe('RISK_LOCKED');
  expect(await set({ quantityMultiplier: 2 })).toBe('RISK_LOCKED');
  const row = () =>
    db.kysely
      .selectFrom('deployment')
      .select(['max_loss_per_day_paise', 'max_trades_per_day', 'capital_paise'])
      .where('id', '=', TricksId)
      .executeTakeFirstOrThrow();
  expect(await row()).toEqual({ max_loss_per_day_paise: 1_000_00n, max_trades_per_day: 3, capital_paise: 100_000_00n });
  await set({ maxLossPerDayPaise: 500_00, maxTradesPerDay: 2, notify: { trades: false, halts: true } });
  expect(await row()).toMatchObject({ max_loss_per_day_paise: 500_00n, max_trades_per_day: 2 });
});

test('a change loosens exactly when a limit of it is greater or gone', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(limit, limit, limit, limit, (loss, wantedLoss, trades, wantedTrades) => {
      const held = { capital_paise: 5n, quantity_multiplier: 1, max_trades_per_day: trades };
      const before = { ...held, max_loss_per_day_paise: loss === null ? null : BigInt(loss) };
      const size = (value: number | null): number => value ?? Number.POSITIVE_INFINITY;
      const isLooser = size(wantedLoss) > size(loss) || size(wantedTrades) > size(trades);
      expect(loosens({ maxLossPerDayPaise: wantedLoss, maxTradesPerDay: wantedTrades }, before)).toBe(isLooser);
    }),
  );
});
