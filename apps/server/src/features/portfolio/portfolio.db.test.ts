import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { insertLink, insertOrder, openMarket } from '../risk/testing/desk-facts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await openMarket(api);
});
afterAll(() => api.close());

async function traded(accountId: number, linkId: number): Promise<void> {
  const { db } = api.database;
  const order = { account_id: accountId, broker_link_id: linkId, product: 'delivery' } as const;
  const sale = { ...order, side: 'sell', filled_value_paise: 66_000_00n } as const;
  await insertOrder(db, { ...order, day: '2025-03-03' });
  await insertOrder(db, { ...sale, day: '2025-03-28' });
  await insertOrder(db, { ...order, day: '2025-04-02' });
  await insertOrder(db, { ...sale, day: '2025-11-03' });
  // Never executed: no sale.
  await insertOrder(db, { ...sale, day: '2025-11-04', state: 'cancelled', filled_quantity: 0, filled_value_paise: 0n });
}

test('sales of a financial year are told with the tax on them, newest year first, in pages, and only their owner’s', async () => {
  const { userId: accountId, accessToken: token } = await api.signUp('taxed');
  const linkId = await insertLink(api.database.db, accountId);
  await traded(accountId, linkId);
  const { data } = await api.send('portfoliotax', {}, { token });
  // The exchange’s day is in January 2026.
  expect([data.badge, data.year, data.years]).toEqual(['live_simulated', '2025-26', ['2025-26', '2024-25']]);
  expect(data.disposal_list).toHaveLength(1);
  const [sale] = data.disposal_list;
  expect(sale).toMatchObject({
    brokerId: linkId,
    symbol: 'SBIN',
    term: 'short',
    boughtOn: '2025-04-02',
    quantity: 100,
  });
  expect(data.tax.stcgPaise).toBe(sale?.gainPaise);
  expect(data.tax.totalPaise).toBe(data.tax.stcgTaxPaise + data.tax.ltcgTaxPaise + data.tax.cessPaise);
  expect(data.tax.stcgTaxPaise).toBe(Math.round((sale?.gainPaise ?? 0) * 0.2));
  // Nobody is signed in at the broker: what it holds is not known.
  expect(data.unread.map(({ brokerId }) => brokerId)).toEqual([linkId]);
  const before = await api.send('portfoliotax', { year: '2024-25', pageSize: 1 }, { token });
  expect([before.data.total, before.data.disposal_list[0]?.soldOn]).toEqual([1, '2025-03-28']);
  expect((await api.send('portfoliotax', { Search: 'infy' }, { token })).data.total).toBe(0);
  const stranger = await api.signUp('untaxed');
  const theirs = await api.send('portfoliotax', {}, { token: stranger.accessToken });
  expect([theirs.data.years, theirs.data.total, theirs.data.tax.totalPaise]).toEqual([['2025-26'], 0, 0]);
});

test('an account that was unlinked since keeps its sales, and a year before the law’s rates is refused', async () => {
  const { userId: accountId, accessToken: token } = await api.signUp('taxedbefore');
  const { db } = api.database;
  const linkId = await insertLink(db, accountId);
  await traded(accountId, linkId);
  await db.kysely
    .updateTable('broker_link')
    .set({ unlinked_at: new Date(0) })
    .where('id', '=', linkId)
    .execute();
  expect((await api.send('portfoliotax', {}, { token })).data.total).toBe(1);
  for (const year of ['2016-17', '2025-27', '2025']) {
    expect((await api.send('portfoliotax', { year }, { token })).code, year).toBe('INVALID_INPUT');
  }
});
