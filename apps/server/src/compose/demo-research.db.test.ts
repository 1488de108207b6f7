import { indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DEMO_INVESTOR, DEMO_PASSWORD, seedDemoAccounts } from '../features/accounts/index.ts';
import { openBacktestWorld } from '../features/backtests/testing/world.ts';
import { lookAtCalls } from '../features/research/index.ts';
import { makeDemoResearch } from './demo-research.ts';

test('the demo has calls of the last sessions with outcomes of their market, once however often it starts', async () => {
  const world = await openBacktestWorld();
  try {
    const { api, storeBars } = world;
    for (const [i, symbol] of ['INFY', 'ICICIBANK', 'RELIANCE'].entries()) await storeBars(symbol, 30 + i);
    await seedDemoAccounts(api.accounts, api.foundation);
    const { marketData, research } = api.services;
    const parts = { foundation: api.foundation, marketData, ...research };
    const now = indiaMoment('2026-09-30', 1_000);
    await makeDemoResearch(parts, now);
    // The answers to its keys are forgotten after a week.
    await sql`DELETE FROM idempotent_call`.execute(api.database.db.kysely);
    await makeDemoResearch(parts, now);
    await lookAtCalls({ database: api.database.db, marketData, log: api.foundation.log });
    const { data: signedIn } = await api.send('login', {
      ...{ email: DEMO_INVESTOR, password: DEMO_PASSWORD },
      tokenTransport: 'body',
    });
    const { data } = await api.send('getRaTradeList', {}, { token: signedIn.accessToken });
    expect(data.ra_trade_list.map(({ symbol }) => symbol)).toEqual(['SBIN', 'RELIANCE', 'ICICIBANK', 'INFY', 'SBIN']);
    expect(new Set(data.ra_trade_list.map(({ publishedAt }) => indiaDateOf(Date.parse(publishedAt)))).size).toBe(5);
    expect(data.record).toMatchObject({ published: 5, withdrawn: 0 });
    // The first three have had their time: the market, and nobody else, has said what became of them.
    expect(data.ra_trade_list.slice(2).every(({ outcome }) => outcome.ended)).toBe(true);
    expect(
      data.ra_trade_list.every(({ rationale, simulated }) => simulated && rationale.includes('demonstration')),
    ).toBe(true);
  } finally {
    await world.close();
  }
});
