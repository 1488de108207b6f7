import { expect, test } from 'vitest';
import { accountIdOf, DEMO_INVESTOR, DEMO_PASSWORD, seedDemoAccounts } from '../features/accounts/index.ts';
import { openShop } from '../features/billing/testing/shop.ts';
import { faultsOf, readTrialBalance } from '../features/ledger/index.ts';
import { makeDemoMoney } from './demo-money.ts';

test('the demo investor has a team, rewards and a withdrawal by use of the product, however often it starts', async () => {
  const shop = await openShop();
  try {
    const { api } = shop;
    const parts = { foundation: api.foundation, ...api.services.money };
    await seedDemoAccounts(api.accounts, api.foundation);
    for (let starts = 0; starts < 2; starts += 1) await makeDemoMoney(parts);
    const signedIn = await api.send('login', { email: DEMO_INVESTOR, password: DEMO_PASSWORD, tokenTransport: 'body' });
    const token = { token: signedIn.data.accessToken };
    const { wallets } = (await api.send('mywallet', {}, token)).data;
    // 500 + 300 + 20 for plans and 500 for the round, of which 500 are on their way.
    expect(wallets[1]).toMatchObject({ balancePaise: 820_00, heldPaise: 500_00 });
    const { withdrawal_list: withdrawals } = (await api.send('mywallethistoryTransferBank', {}, token)).data;
    expect(withdrawals.map(({ state }) => state)).toEqual(['approved']);
    const { trick_list: friends } = (await api.send('directreferrallist', {}, token)).data;
    expect(friends.map(({ isActive }) => isActive)).toEqual([true, true, true]);
    const { profile } = (await api.send('myprofile', {}, token)).data;
    expect(profile).toMatchObject({ designation_level: 2, kyc: { status: 'verified' }, bank: { status: 'verified' } });
    const { kysely } = api.database.db;
    expect(faultsOf(await readTrialBalance(kysely))).toEqual([]);
    expect(await accountIdOf(kysely, 'demo.kiran@example.com')).toBeGreaterThan(0);
  } finally {
    await shop.close();
  }
}, 60_000);
