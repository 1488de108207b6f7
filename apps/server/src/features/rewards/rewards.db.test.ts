import { signatureOf } from '@trickdesk/providers/payments';
import { SANDBOX_KEYS } from '@trickdesk/providers/payments/sandbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingPartsOf, openPayments } from '../../compose/billing.ts';
import { PASSWORD, type Person } from '../../testing/test-api.ts';
import { refundInvoice } from '../billing/index.ts';
import { openShop, type Shop } from '../billing/testing/shop.ts';
import { faultsOf, postTransfer, readTrialBalance } from '../ledger/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const db = () => shop.api.database.db;
const as = ({ accessToken }: Person) => ({ token: accessToken });
const refund = (invoiceId: number) =>
  db().transaction((tx) =>
    refundInvoice(tx, billingPartsOf(shop.api.foundation, openPayments(shop.api.foundation.settings)), {
      ...{ invoiceId, target: 'wallet', reason: 'Bought by mistake.' },
    }),
  );
const rewardsOf = async (person: Person) =>
  (await shop.api.send('mywallet', {}, as(person))).data.wallets[1]?.balancePaise;
const rowsOf = ({ userId }: Person) =>
  db().kysely.selectFrom('reward').selectAll().where('account_id', '=', userId).orderBy('id').execute();
const ledgerFaults = async () => faultsOf(await readTrialBalance(db().kysely));

let people = 0;
async function referredBy(referrer: Person): Promise<Person> {
  people += 1;
  const { data: mine } = await shop.api.send('myprofile', {}, as(referrer));
  const username = `invited${people}`;
  const { data } = await shop.api.send('register', {
    ...{ fullName: 'Ravi Rao', email: `${username}@mail.test`, username, password: PASSWORD, acceptTerms: true },
    ...{ mobile: `8${String(people).padStart(9, '0')}`, referralCode: mine.profile.referralCode },
    tokenTransport: 'body',
  });
  const { userData, accessToken, refreshToken = '' } = data;
  return { userId: userData.userId, username, password: PASSWORD, accessToken, refreshToken };
}

/** Buys at the gateway. @returns the invoice */
async function buys(person: Person, slug: string, repeats = 1): Promise<number> {
  const { data } = await shop.buy(person, slug);
  const order_id = data.payUrl?.split('/').at(-1);
  const row = await db()
    .kysely.selectFrom('payment')
    .select('amount_paise')
    .where('id', '=', data.paymentId ?? 0)
    .executeTakeFirstOrThrow();
  const entity = { id: `pay_${data.paymentId}`, amount: Number(row.amount_paise), currency: 'INR', order_id };
  const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
  const tell = (id: string) =>
    fetch(`${shop.url}/webhooks/payments`, {
      method: 'POST',
      headers: {
        'x-razorpay-signature': signatureOf(body, SANDBOX_KEYS.webhookSecret),
        'x-razorpay-event-id': id,
      },
      body,
    });
  await Promise.all(Array.from({ length: repeats }, (_one, i) => tell(`evt_${data.paymentId}_${i}`)));
  const { invoice_list: invoices } = (await shop.api.send('myTransactions', {}, as(person))).data;
  return invoices[0]?.invoiceId ?? 0;
}

describe('a reward', () => {
  test('comes once for an invoice, however often the payment is told of; only from a direct referral', async () => {
    const grandparent = await shop.api.signUp('grandparent');
    const parent = await referredBy(grandparent);
    const child = await referredBy(parent);
    await buys(child, 'trade-month', 10);
    expect(await rewardsOf(parent)).toBe(50_00);
    expect(await rewardsOf(grandparent)).toBe(0);
    const { notification_list: alerts } = (await shop.api.send('usernotificationlist', {}, as(parent))).data;
    expect(alerts[0]).toMatchObject({ title: '₹50.00 came to your rewards' });
    const { data } = await shop.api.send('mywallethistory', {}, as(parent));
    expect(data.wallet_transaction_list[0]).toMatchObject({ cause: 'reward', wallet_id: 2, amountPaise: 50_00 });
    // Whoever bought is not named to their referrer.
    expect(JSON.stringify([alerts, data])).not.toContain(child.username);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('is withheld where both have the same bank account', async () => {
    const referrer = await shop.api.signUp('twofold');
    const other = await referredBy(referrer);
    for (const { userId } of [referrer, other]) {
      await sql`INSERT INTO bank_account (account_id, status, number_sealed, number_fingerprint, number_masked, ifsc,
          bank_name, holder_name, name_at_bank, set_at)
        VALUES (${userId}, 'verified', '\x01', '\x0102', '••••0000', 'HDFC0001234', 'HDFC', 'Asha Rao', 'Asha Rao', now())`.execute(
        db().kysely,
      );
    }
    await buys(other, 'trade-month');
    expect(await rewardsOf(referrer)).toBe(0);
    expect(await rowsOf(referrer)).toMatchObject([{ state: 'withheld', kind: 'plan' }]);
  });

  test('goes with its invoice; what was spent is taken from the next ones', async () => {
    const referrer = await shop.api.signUp('spender');
    const [first, second] = [await referredBy(referrer), await referredBy(referrer)];
    const invoiceId = await buys(first, 'trade-month');
    // Thirty of the fifty rupees leave.
    await db().transaction((tx) =>
      postTransfer(
        tx,
        {
          ...{ cause: 'withdrawal', causeId: '1', idempotencyKey: 'spent', sentence: 'To my bank.' },
          postings: [
            { account: { ownerId: referrer.userId, name: 'rewards' }, amountPaise: -30_00n },
            { account: { ownerId: null, name: 'bank_clearing' }, amountPaise: 30_00n },
          ],
        },
        new Date(shop.api.clock.now()),
      ),
    );
    await refund(invoiceId);
    expect(await rewardsOf(referrer)).toBe(0);
    expect(await rowsOf(referrer)).toMatchObject([{ state: 'taken_back', uncollected_paise: 30_00n }]);
    await buys(second, 'trade-month');
    expect(await rewardsOf(referrer)).toBe(20_00);
    expect((await rowsOf(referrer)).map(({ uncollected_paise: left }) => left)).toEqual([0n, 0n]);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('is less tax once the year passes ₹20,000, more of it without a PAN', async () => {
    const referrer = await shop.api.signUp('taxed');
    const buyer = await referredBy(referrer);
    await db()
      .kysely.updateTable('plan')
      .set({ reward_paise: 12_000_00n })
      .where('slug', 'in', ['robo-month'])
      .execute();
    await db().kysely.updateTable('plan').set({ reward_paise: 9_000_00n }).where('slug', '=', 'trade-month').execute();
    await buys(buyer, 'robo-month');
    await buys(buyer, 'trade-month');
    expect((await rowsOf(referrer)).map(({ tds_paise: tds }) => tds)).toEqual([0n, 4_200_00n]);
    expect(await rewardsOf(referrer)).toBe(16_800_00);
    await db().kysely.updateTable('plan').set({ reward_paise: 30_00n }).where('slug', '=', 'robo-month').execute();
    await db().kysely.updateTable('plan').set({ reward_paise: 50_00n }).where('slug', '=', 'trade-month').execute();
    expect(await ledgerFaults()).toEqual([]);
  });
});

test('a round is rewarded when its target is reached, once, and taken back where a refund leaves it below', async () => {
  const referrer = await shop.api.signUp('rounds');
  const invited = [await referredBy(referrer), await referredBy(referrer), await referredBy(referrer)];
  const [one, two, three] = invited;
  if (!one || !two || !three) throw new Error('nobody was invited');
  await buys(one, 'robo-month');
  // A second plan of the same person is no second person.
  await buys(one, 'backtest-plus-month');
  await buys(two, 'robo-month');
  const rounds = async () => (await rowsOf(referrer)).filter(({ kind }) => kind === 'round').map(({ state }) => state);
  expect(await rounds()).toEqual([]);
  const last = await buys(three, 'robo-month');
  expect(await rounds()).toEqual(['paid']);
  await buys(three, 'backtest-plus-month');
  expect(await rounds()).toEqual(['paid']);
  const { invoice_list: invoices } = (await shop.api.send('myTransactions', {}, as(three))).data;
  await refund(invoices[0]?.invoiceId ?? 0);
  expect(await rounds()).toEqual(['paid']);
  await refund(last);
  expect(await rounds()).toEqual(['taken_back']);
  expect(await ledgerFaults()).toEqual([]);
});
