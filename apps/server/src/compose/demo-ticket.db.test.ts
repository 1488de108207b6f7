import { expect, test } from 'vitest';
import { accountIdOf, DEMO_INVESTOR, DEMO_PASSWORD, seedDemoAccounts } from '../features/accounts/index.ts';
import { recordTrade } from '../features/deployments/testing/trades.ts';
import { insertDeployment, openMarket } from '../features/risk/testing/desk-facts.ts';
import { openTestApi } from '../testing/test-api.ts';
import { makeDemoTicket } from './demo-ticket.ts';

test('the demo investor has asked about an order and was answered, by use of the product, once however often it starts', async () => {
  const api = await openTestApi();
  try {
    await openMarket(api);
    await seedDemoAccounts(api.accounts, api.foundation);
    const parts = { foundation: api.foundation, ...api.services.support };
    // Before anything was traded there is nothing to ask about.
    await makeDemoTicket(parts);
    const { db } = api.database;
    const accountId = (await accountIdOf(db.kysely, DEMO_INVESTOR)) ?? 0;
    const deploymentId = await insertDeployment(db, { accountId, mode: 'paper' });
    const facts = { accountId, deploymentId, runNumber: 1, symbol: 'SBIN', direction: 'long', quantity: 5 } as const;
    const entry = { intentId: 1, entryAt: api.clock.now(), entryPaise: 600_00, entryChargesPaise: 500 };
    await recordTrade(db, { ...facts, ...entry });
    for (let starts = 0; starts < 2; starts += 1) await makeDemoTicket(parts);
    const signedIn = await api.send('login', { email: DEMO_INVESTOR, password: DEMO_PASSWORD, tokenTransport: 'body' });
    const token = { token: signedIn.data.accessToken };
    const { ticket_list: tickets } = (await api.send('ticketlist', {}, token)).data;
    expect(tickets.map(({ state, messages }) => [state, messages])).toEqual([['waiting', 2]]);
    const { data } = await api.send('ticketdetails', { ticketId: tickets[0]?.ticketId ?? 0 }, token);
    expect(data.about?.orders.map(({ symbol }) => symbol)).toEqual(['SBIN']);
  } finally {
    await api.close();
  }
});
