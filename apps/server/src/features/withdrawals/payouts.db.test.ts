import type { WithdrawalState } from '@trickdesk/contract';
import { DAY_MS, MINUTE_MS } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/test-api.ts';
import { openShop, type Shop } from '../billing/testing/shop.ts';
import { faultsOf, readTrialBalance } from '../ledger/index.ts';
import { type Cashier, createCashier, type ScriptedPayouts } from './testing/cashier.ts';
import { tellPayout } from './testing/tell-payout.ts';

let shop: Shop;
let cashier: Cashier;
let operator: Person;
const payouts = () => cashier.payouts as ScriptedPayouts;

beforeAll(async () => {
  shop = await openShop();
  cashier = createCashier(shop.api);
  operator = await cashier.operator('omkar');
});
afterAll(() => shop.close());

const db = () => shop.api.database.db;
const ledgerFaults = async () => faultsOf(await readTrialBalance(db().kysely));
const stateOf = async (person: Person) => (await cashier.listOf(person))[0]?.state;
/** Access tokens last for a quarter of an hour. */
async function later(ms: number): Promise<void> {
  await shop.api.clock.advance(ms);
  operator = await cashier.signInAgain(operator);
}

/** Asked for, approved and sent, with no clear end yet. */
async function sentBy(person: Person, amountPaise = 500_00): Promise<number> {
  const { withdrawalId } = (await cashier.withdraw(person, amountPaise)).data.withdrawal;
  await cashier.approve(operator, withdrawalId);
  await cashier.send();
  return withdrawalId;
}

const tell = (withdrawalId: number, status: string, more: { id?: string; signature?: string; utr?: string } = {}) =>
  tellPayout(shop.url, withdrawalId, { status, ...more });

describe('what the payout service says', () => {
  test.each<[string[], WithdrawalState, number]>([
    [['failed'], 'failed', 50_000_00],
    [['processed', 'reversed'], 'reversed', 50_000_00],
    // The event of the payment was lost.
    [['reversed'], 'reversed', 50_000_00],
    [['reversed', 'processed'], 'reversed', 50_000_00],
    [['processed', 'initiated', 'processing', 'processed'], 'paid', 49_500_00],
  ])('%j ends as %s, each word told three times at once', async (words, state, freePaise) => {
    const person = await cashier.rich();
    const id = await sentBy(person);
    for (const word of words) {
      const status = word === 'initiated' ? 'processing' : word;
      await Promise.all([tell(id, status), tell(id, status), tell(id, status)]);
    }
    expect(await stateOf(person)).toBe(state);
    expect(await cashier.walletOf(person)).toMatchObject({ balancePaise: freePaise, heldPaise: 0 });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('of a payout that came back already and was then paid is shown to an operator, and moves nothing', async () => {
    const person = await cashier.rich();
    const id = await sentBy(person);
    await tell(id, 'failed');
    await tell(id, 'processed');
    expect(await stateOf(person)).toBe('failed');
    const { withdrawal_list: waiting } = (
      await shop.api.send('opswithdrawals', { pageSize: 100 }, cashier.as(operator))
    ).data;
    const marked = waiting.find(({ withdrawalId }) => withdrawalId === id);
    expect(marked?.outOfStep).toContain('says “paid”');
    const clear = (reason: string) => cashier.clear(operator, id, reason);
    expect([marked?.mayClear, (await clear(' ')).status]).toEqual([true, 422]);
    const before = await cashier.walletOf(person);
    const { data } = await clear('The bank says that it never left.');
    expect(data.withdrawal).toMatchObject({ state: 'failed', mayClear: false });
    expect(data.withdrawal.outOfStep).toBeUndefined();
    expect((await clear('Once more.')).code).toBe('CASE_DECIDED');
    expect(await cashier.walletOf(person)).toEqual(before);
    const { act_list: acts } = (await shop.api.send('opsacts', {}, cashier.as(operator))).data;
    expect(acts[0]?.sentence).toContain('that was out of step: The bank says that it never left.');
    expect(await ledgerFaults()).toEqual([]);
  });

  test('is believed with its signature alone, and one event acts once', async () => {
    const person = await cashier.rich();
    const id = await sentBy(person);
    expect((await tell(id, 'failed', { signature: '0'.repeat(64) })).status).toBe(403);
    expect(await stateOf(person)).toBe('sent');
    expect((await tell(id, 'queued', { id: 'evt_same' })).status).toBe(200);
    expect((await tell(id, 'failed', { id: 'evt_same' })).status).toBe(200);
    expect(await stateOf(person)).toBe('sent');
    // Of nobody's, and of no withdrawal.
    expect((await tell(999_999, 'failed')).status).toBe(200);
  });

  test('too late is asked about before anything is sent again, under the same reference', async () => {
    let person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, 500_00)).data.withdrawal;
    await cashier.approve(operator, withdrawalId);
    const reference = `withdrawal-${withdrawalId}`;
    const sends = () => payouts().sent.filter((one) => one.reference === reference).length;
    payouts().script.push({ kind: 'unavailable', cause: 'timeout' });
    await cashier.send();
    expect([sends(), await stateOf(person)]).toEqual([1, 'sent']);
    await cashier.send();
    expect(sends()).toBe(1);
    // It had been taken on.
    payouts().found.set(reference, {
      ...{ kind: 'accepted', payoutId: 'pout_7', state: 'paid', utr: '699999999999', reason: undefined },
    });
    await later(MINUTE_MS);
    await cashier.send();
    expect([sends(), await stateOf(person)]).toEqual([1, 'paid']);
    // A day later the bank has sent it back, and no event told of it.
    payouts().found.set(reference, {
      ...{ kind: 'accepted', payoutId: 'pout_7', state: 'reversed', utr: '699999999999', reason: 'Account closed.' },
    });
    await later(DAY_MS);
    await cashier.send();
    person = await cashier.signInAgain(person);
    expect((await cashier.listOf(person))[0]).toMatchObject({ state: 'reversed', reason: 'Account closed.' });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('of what it does not know is no reason to send it twice: the second try has the same key', async () => {
    const person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, 500_00)).data.withdrawal;
    await cashier.approve(operator, withdrawalId);
    payouts().script.push({ kind: 'unavailable', cause: 'unreadable_reply' });
    await cashier.send();
    await later(MINUTE_MS);
    await cashier.send();
    const references = payouts().sent.map(({ reference }) => reference);
    expect(references.filter((one) => one === `withdrawal-${withdrawalId}`)).toHaveLength(2);
    payouts().script.push({ kind: 'refused', message: 'The IFSC is not valid.' });
    const refused = await cashier.rich();
    await sentBy(refused);
    expect((await cashier.listOf(refused))[0]).toMatchObject({ state: 'failed', reason: 'The IFSC is not valid.' });
  });
});

describe('the sandbox', () => {
  test.each<[number, WithdrawalState]>([
    [101_00, 'failed'],
    [102_00, 'paid'],
    [103_00, 'reversed'],
    [500_00, 'paid'],
  ])('a payout of %d paise ends as %s, once', { timeout: 30_000 }, async (amountPaise, state) => {
    const sandboxed = createCashier(shop.api, shop.sandboxUrl);
    const person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, amountPaise)).data.withdrawal;
    await cashier.approve(operator, withdrawalId);
    for (let tries = 0; tries < 200 && (await stateOf(person)) !== state; tries += 1) {
      await sandboxed.send();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const expected = state === 'paid' ? 50_000_00 - amountPaise : 50_000_00;
    expect([await stateOf(person), (await cashier.walletOf(person))?.balancePaise]).toEqual([state, expected]);
    expect(await ledgerFaults()).toEqual([]);
  });
});

describe('while the ledger does not add up', () => {
  test('money that is held for no withdrawal is found', async () => {
    const person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, 500_00)).data.withdrawal;
    const set = (state: string) =>
      sql`UPDATE withdrawal SET state = ${state} WHERE id = ${withdrawalId}`.execute(db().kysely);
    await set('rejected');
    expect(await ledgerFaults()).toEqual([
      `rewards_held of ${person.userId} holds ₹500.00; withdrawals under way are ₹0.00.`,
    ]);
    await set('requested');
    expect(await ledgerFaults()).toEqual([]);
  });

  test('nothing is sent; once an operator has it found sound again, payouts go on', async () => {
    const person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, 500_00)).data.withdrawal;
    await cashier.approve(operator, withdrawalId);
    const tamper = async (by: number) => {
      await sql.raw('ALTER TABLE ledger_account DISABLE TRIGGER USER').execute(db().kysely);
      await sql`UPDATE ledger_account SET balance_paise = balance_paise + ${by} WHERE owner_id = ${person.userId}
        AND name = 'main'`.execute(db().kysely);
      await sql.raw('ALTER TABLE ledger_account ENABLE TRIGGER USER').execute(db().kysely);
    };
    const moveMain = cashier.give(person, 1n, 'main');
    await moveMain;
    await tamper(5);
    const red = await shop.api.send('opscheckledger', {}, cashier.as(operator));
    expect(red.message).toBe('The ledger does not add up.');
    expect(red.data).toMatchObject({ payoutsStopped: true, faults: [expect.stringContaining('shows ₹0.06')] });
    const before = payouts().sent.length;
    await cashier.send();
    expect([payouts().sent.length, await stateOf(person)]).toEqual([before, 'approved']);
    await tamper(-5);
    // Looking at it alone keeps nothing.
    expect((await shop.api.send('opsledger', {}, cashier.as(operator))).data.payoutsStopped).toBe(true);
    expect((await shop.api.send('opscheckledger', {}, cashier.as(operator))).data.payoutsStopped).toBe(false);
    await cashier.send();
    expect(payouts().sent.length).toBe(before + 1);
  });
});
