import { DAY_MS, MINUTE_MS } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textOfDatabase } from '../../testing/database-print.ts';
import type { Person } from '../../testing/test-api.ts';
import { linkNew, verifyChain } from '../audit/index.ts';
import { openShop, type Shop } from '../billing/testing/shop.ts';
import { faultsOf, readTrialBalance } from '../ledger/index.ts';
import { type Cashier, createCashier, type ScriptedPayouts } from './testing/cashier.ts';
import { tellPayout } from './testing/tell-payout.ts';

let shop: Shop;
let cashier: Cashier;
let operator: Person;
let approver: Person;
const payouts = () => cashier.payouts as ScriptedPayouts;

beforeAll(async () => {
  shop = await openShop();
  cashier = createCashier(shop.api);
  operator = await cashier.operator('omkar');
  approver = await cashier.operator('anita', 'approver');
});
afterAll(() => shop.close());

const db = () => shop.api.database.db;
const ledgerFaults = async () => faultsOf(await readTrialBalance(db().kysely));
const stateOf = async (person: Person) => (await cashier.listOf(person))[0]?.state;
/** Access tokens last for a quarter of an hour. */
async function later(ms: number): Promise<void> {
  await shop.api.clock.advance(ms);
  [operator, approver] = [await cashier.signInAgain(operator), await cashier.signInAgain(approver)];
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

describe('a withdrawal', () => {
  test('holds the money at once, leaves when somebody else approves it, and is paid when the bank says so', async () => {
    const person = await cashier.rich();
    const asked = await cashier.withdraw(person, 1_500_00);
    expect([asked.status, asked.message]).toEqual([
      200,
      '₹1,500.00 are held and go to ••••0000 once they are approved.',
    ]);
    expect(await cashier.walletOf(person)).toMatchObject({ balancePaise: 48_500_00, heldPaise: 1_500_00 });
    const { withdrawalId } = asked.data.withdrawal;
    await cashier.send();
    expect(payouts().sent).toEqual([]);
    const approved = await cashier.approve(operator, withdrawalId);
    expect([approved.message, approved.data.withdrawal.state]).toEqual(['Approved. It is sent now.', 'approved']);
    await cashier.send();
    const reference = `withdrawal-${withdrawalId}`;
    const to = { accountNumber: '123456780000', ifsc: 'HDFC0001234', holderName: 'Asha Rao' };
    expect(payouts().sent.at(-1)).toEqual({ reference, amountPaise: 1_500_00n, to });
    await tell(withdrawalId, 'processed', { utr: '612345678901' });
    const [listed] = await cashier.listOf(person);
    expect(listed).toMatchObject({ state: 'paid', bankReference: '612345678901', amountPaise: 1_500_00 });
    expect(listed?.states.map(({ state }) => state)).toEqual(['requested', 'approved', 'sent', 'paid']);
    expect(await cashier.walletOf(person)).toMatchObject({ balancePaise: 48_500_00, heldPaise: 0 });
    const titles = (await cashier.known.alertsOf(person)).map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual([
      '₹1,500.00 paid to your bank',
      'You asked for ₹1,500.00 to be sent to your bank',
    ]);
    const { data } = await shop.api.send('mywallethistory', {}, cashier.as(person));
    expect(data.wallet_transaction_list[0]).toMatchObject({ cause: 'withdrawal', type: 'D', amountPaise: 1_500_00 });
    expect(await ledgerFaults()).toEqual([]);
  });

  test.each<[string, Partial<Record<'amountPaise' | 'password' | 'wallet_id', unknown>>, number, string, string]>([
    ['of less than ₹100', { amountPaise: 99_99 }, 422, 'WITHDRAWAL_BELOW_MINIMUM', 'amountPaise'],
    ['of more than the wallet has', { amountPaise: 50_000_01 }, 409, 'WALLET_BALANCE_TOO_LOW', 'amountPaise'],
    ['of an empty wallet', { wallet_id: 1 }, 409, 'WALLET_BALANCE_TOO_LOW', 'amountPaise'],
    ['with another password', { password: 'not this one 1' }, 401, 'WRONG_PASSWORD', 'password'],
    ['without any proof', { password: undefined }, 401, 'WRONG_PASSWORD', 'password'],
    ['of part of a paisa', { amountPaise: 100.5 }, 422, 'INVALID_INPUT', 'amountPaise'],
  ])('%s is refused at its field and moves nothing', async (_, change, status, code, path) => {
    const person = await cashier.rich();
    const answer = await cashier.withdraw(person, 500_00, change);
    expect([answer.status, answer.code, answer.errors[0]?.path]).toEqual([status, code, path]);
    expect(await cashier.walletOf(person)).toMatchObject({ balancePaise: 50_000_00, heldPaise: 0 });
    expect(await cashier.listOf(person)).toEqual([]);
  });

  test('needs KYC, a bank account that the bank confirmed, and stays within the day’s limit', async () => {
    const unknown = await cashier.known.somebody();
    await cashier.give(unknown, 1_000_00n);
    expect((await cashier.withdraw(unknown, 500_00)).code).toBe('KYC_NOT_VERIFIED');
    const noBank = await cashier.known.verified();
    await cashier.give(noBank, 1_000_00n);
    expect((await cashier.withdraw(noBank, 500_00)).code).toBe('BANK_ACCOUNT_MISSING');
    const terms = (await shop.api.send('withdrawalterms', {}, cashier.as(noBank))).data;
    expect(terms).toMatchObject({ obstacles: ['bank_missing'], proof: 'password', dayLimitPaise: 1_00_000_00 });
    let rich = await cashier.rich(5_00_000_00n);
    expect((await cashier.withdraw(rich, 60_000_00)).status).toBe(200);
    const second = await cashier.withdraw(rich, 60_000_00);
    expect([second.code, second.message]).toEqual([
      'WITHDRAWAL_ABOVE_DAY',
      '₹40,000.00 may be withdrawn today still. Nothing was moved.',
    ]);
    // What came back was not withdrawn.
    await cashier.reject(operator, (await cashier.listOf(rich))[0]?.withdrawalId ?? 0);
    expect((await cashier.withdraw(rich, 1_00_000_00)).status).toBe(200);
    await later(DAY_MS);
    rich = await cashier.signInAgain(rich);
    expect((await cashier.withdraw(rich, 1_00_000_00)).status).toBe(200);
  });

  test('is asked for with a code where a second factor is on', async () => {
    const person = await cashier.rich();
    const token = cashier.as(person);
    const { secret } = (await shop.api.send('enabletwofactor', { password: person.password }, token)).data;
    const { Secret, TOTP } = await import('otpauth');
    const codeOf = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.api.clock.now() });
    await shop.api.send('confirmtwofactor', { code: codeOf() }, token);
    expect((await cashier.withdraw(person, 500_00)).code).toBe('TOTP_REQUIRED');
    await later(30_000);
    const wrong = String((Number(codeOf()) + 1) % 1_000_000).padStart(6, '0');
    expect((await cashier.withdraw(person, 500_00, { totp: wrong })).code).toBe('TOTP_WRONG');
    // A withdrawal that is refused leaves the code good.
    const totp = codeOf();
    expect((await cashier.withdraw(person, 99_999_00, { totp })).code).toBe('WALLET_BALANCE_TOO_LOW');
    expect((await cashier.withdraw(person, 500_00, { totp })).status).toBe(200);
    expect((await cashier.withdraw(person, 500_00, { totp })).code).toBe('TOTP_WRONG');
    expect((await shop.api.send('withdrawalterms', {}, token)).data.proof).toBe('totp');
  });

  test('asked for five times at once with one key is one, and another amount under the key is refused', async () => {
    const person = await cashier.rich();
    const idempotencyKey = cashier.freshKey();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => cashier.withdraw(person, 500_00, { idempotencyKey })),
    );
    expect(new Set(answers.map(({ data }) => data.withdrawal.withdrawalId)).size).toBe(1);
    expect(await cashier.walletOf(person)).toMatchObject({ balancePaise: 49_500_00, heldPaise: 500_00 });
    expect((await cashier.withdraw(person, 600_00, { idempotencyKey })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    // A lost answer is given again, whatever the proof.
    expect((await cashier.withdraw(person, 500_00, { idempotencyKey, password: 'gone' })).status).toBe(200);
  });

  test('asked for by many at once never takes more than there is', async () => {
    const person = await cashier.rich(1_000_00n);
    const answers = await Promise.all(Array.from({ length: 8 }, () => cashier.withdraw(person, 300_00)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await cashier.walletOf(person)).toMatchObject({ balancePaise: 100_00, heldPaise: 900_00 });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('of somebody else answers as one that does not exist, and is in nobody else’s list', async () => {
    const person = await cashier.rich();
    await cashier.withdraw(person, 500_00);
    expect(await cashier.listOf(await cashier.rich())).toEqual([]);
    expect((await shop.api.send('mywallethistoryTransferBank', {})).code).toBe('TOKEN_MISSING');
  });

  test('goes to the account that it was asked for, and waits a day where that took another’s place', async () => {
    const person = await cashier.rich();
    const first = (await cashier.withdraw(person, 500_00)).data.withdrawal;
    expect(first.notBefore).toBeUndefined();
    await cashier.known.setBank(person, { accountNumber: '987654320000' });
    const second = (await cashier.withdraw(person, 600_00)).data.withdrawal;
    expect(second.notBefore).toBe(new Date(shop.api.clock.now() + DAY_MS).toISOString());
    for (const { withdrawalId } of [first, second]) await cashier.approve(operator, withdrawalId);
    await cashier.send();
    const numbersOf = (id: number) =>
      payouts()
        .sent.filter(({ reference }) => reference === `withdrawal-${id}`)
        .map(({ to }) => to.accountNumber);
    expect(numbersOf(first.withdrawalId)).toEqual(['123456780000']);
    expect(numbersOf(second.withdrawalId)).toEqual([]);
    await later(DAY_MS - MINUTE_MS);
    await cashier.send();
    expect(numbersOf(second.withdrawalId)).toEqual([]);
    await later(MINUTE_MS);
    await cashier.send();
    expect(numbersOf(second.withdrawalId)).toEqual(['987654320000']);
  });
});

describe('operators', () => {
  test('above the limit two different people approve, and neither their own', async () => {
    const person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, 10_000_00)).data.withdrawal;
    const first = await cashier.approve(operator, withdrawalId);
    expect([first.message, first.data.withdrawal.state]).toEqual([
      'Approved. Another person has to approve it, too.',
      'requested',
    ]);
    expect((await cashier.approve(operator, withdrawalId)).code).toBe('APPROVED_ALREADY');
    const second = await cashier.approve(approver, withdrawalId);
    expect(second.data.withdrawal).toMatchObject({ state: 'approved', approvalsNeeded: 2, mayApprove: false });
    expect((await cashier.approve(approver, withdrawalId)).code).toBe('WITHDRAWAL_DECIDED');
  });

  test('of two approvals of one person at once one counts', async () => {
    const person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, 10_000_00)).data.withdrawal;
    const answers = await Promise.all([1, 2, 3].map(() => cashier.approve(operator, withdrawalId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stateOf(person)).toBe('requested');
  });

  test('decide on nothing of their own', async () => {
    const own = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(own, 500_00)).data.withdrawal;
    const { setOperatorRole } = await import('../accounts/index.ts');
    await setOperatorRole(shop.api.foundation, { name: own.username, role: 'operator' });
    const { data } = await shop.api.send('login', {
      ...{ email: own.username, password: own.password, tokenTransport: 'body' },
    });
    const owner = { ...own, accessToken: data.accessToken };
    expect((await cashier.approve(owner, withdrawalId)).code).toBe('OWN_CASE');
    expect((await cashier.reject(owner, withdrawalId)).code).toBe('OWN_CASE');
    expect((await cashier.clear(owner, withdrawalId, 'It was me.')).code).toBe('OWN_CASE');
    const { withdrawal_list: waiting } = (await shop.api.send('opswithdrawals', { pageSize: 100 }, cashier.as(owner)))
      .data;
    expect(waiting.find((row) => row.withdrawalId === withdrawalId)?.mayApprove).toBe(false);
  });

  test('show who they are before they decide; nobody else may decide or look', async () => {
    const person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, 500_00)).data.withdrawal;
    const unproved = await shop.api.send('opsapprovewithdrawal', { withdrawalId }, cashier.as(operator));
    expect(unproved.code).toBe('WRONG_PASSWORD');
    expect((await cashier.approve(person, withdrawalId)).code).toBe('NOT_ALLOWED');
    expect((await cashier.reject(person, withdrawalId)).code).toBe('NOT_ALLOWED');
    for (const call of ['opswithdrawals', 'opsledger', 'opscheckledger'] as const) {
      expect((await shop.api.send(call, {}, cashier.as(person))).code).toBe('NOT_ALLOWED');
      expect((await shop.api.send(call, {})).code).toBe('TOKEN_MISSING');
    }
    expect((await shop.api.send('opscheckledger', {}, cashier.as(approver))).code).toBe('NOT_ALLOWED');
    expect((await cashier.approve(operator, 999_999)).code).toBe('NOT_FOUND');
    expect(await stateOf(person)).toBe('requested');
  });

  test('reject with a reason that its owner reads, and the money comes back', async () => {
    const person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, 500_00)).data.withdrawal;
    await cashier.reject(operator, withdrawalId);
    expect((await cashier.listOf(person))[0]).toMatchObject({ state: 'rejected', reason: 'The name does not fit.' });
    expect(await cashier.walletOf(person)).toMatchObject({ balancePaise: 50_000_00, heldPaise: 0 });
    expect((await cashier.reject(operator, withdrawalId)).code).toBe('WITHDRAWAL_DECIDED');
    const sent = await cashier.rich();
    expect((await cashier.reject(operator, await sentBy(sent))).code).toBe('WITHDRAWAL_DECIDED');
  });

  test('leave a record of each act, which is in the audit chain and cannot be changed', async () => {
    const person = await cashier.rich();
    const { withdrawalId } = (await cashier.withdraw(person, 500_00)).data.withdrawal;
    await cashier.approve(operator, withdrawalId);
    const acts = await db()
      .kysely.selectFrom('operator_act')
      .selectAll()
      .where('subject', '=', 'withdrawal')
      .where('subject_id', '=', String(withdrawalId))
      .execute();
    expect(acts).toMatchObject([
      {
        operator_id: operator.userId,
        what: 'approve_withdrawal',
        before: { state: 'requested', approvals: 0 },
        after: { state: 'approved', approvals: 1 },
      },
    ]);
    await linkNew(shop.api.foundation);
    expect((await verifyChain(db())).unlinked.operator_act).toBe(0);
    const change = sql`UPDATE operator_act SET sentence = 'Nothing.' WHERE id = ${acts[0]?.id}`;
    await expect(change.execute(db().kysely)).rejects.toThrow('only added to');
    await sql.raw('ALTER TABLE operator_act DISABLE TRIGGER USER').execute(db().kysely);
    await change.execute(db().kysely);
    expect((await verifyChain(db())).broken).toMatchObject({ source: 'operator_act', why: 'its row was changed' });
    await sql`UPDATE operator_act SET sentence = ${acts[0]?.sentence} WHERE id = ${acts[0]?.id}`.execute(db().kysely);
    await sql.raw('ALTER TABLE operator_act ENABLE TRIGGER USER').execute(db().kysely);
    expect((await verifyChain(db())).broken).toBeUndefined();
  });

  test('find what waits, by a name too, and their reading of the ledger adds up', async () => {
    const { data } = await shop.api.send('opswithdrawals', { Search: 'known', sort: '-amount' }, cashier.as(approver));
    expect(data.total).toBe(data.withdrawal_list.length);
    expect(data.withdrawal_list.every(({ state }) => state === 'requested')).toBe(true);
    const amounts = data.withdrawal_list.map(({ amountPaise }) => amountPaise);
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    const health = (await shop.api.send('opsledger', {}, cashier.as(approver))).data;
    expect(health).toMatchObject({ faults: [], payoutsStopped: false });
    expect(health.heldPaise).toBe(health.underWayPaise);
    expect(health.balances.reduce((sum, { balancePaise }) => sum + balancePaise, 0)).toBe(0);
  });
});

test('no number of a bank account is readable in the database or the log', async () => {
  const all = `${await textOfDatabase(db())}\n${shop.api.logged.join('\n')}`;
  expect(all).not.toContain('123456780000');
  expect(all).not.toContain('987654320000');
});
