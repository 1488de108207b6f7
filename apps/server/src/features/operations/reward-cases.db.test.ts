import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { faultsOf, readTrialBalance } from '../ledger/index.ts';
import { rewardReferrer } from '../rewards/index.ts';
import { boughtBy, invitedBy } from '../team/testing/people.ts';

let api: TestApi;
let operator: Person;
let approver: Person;
beforeAll(async () => {
  api = await openTestApi();
  operator = await signUpOperator(api, 'omkar');
  approver = await signUpOperator(api, 'anita', 'approver');
});
afterAll(() => api.close());

const db = () => api.database.db;
const as = ({ accessToken }: Person) => ({ token: accessToken });
const rewardsOf = async (person: Person) => (await api.send('mywallet', {}, as(person))).data.wallets[1]?.balancePaise;
const historyOf = async (person: Person) =>
  (await api.send('myRewardhistory', {}, as(person))).data.wallet_transaction_list;
const waiting = async (who = operator) => (await api.send('opsrewards', { pageSize: 100 }, as(who))).data;

let made = 0;
/** Somebody whose invited account has the same bank account, and what they would have had for its plan. */
async function withheld(referrer?: Person): Promise<{ readonly person: Person; readonly rewardId: number }> {
  made += 1;
  const person = referrer ?? (await api.signUp(`twofold${made}`));
  const invitedId = await invitedBy(db(), person.userId);
  for (const account_id of [person.userId, invitedId]) {
    const number = { number_sealed: Buffer.alloc(0), number_fingerprint: Buffer.from(`same ${person.userId}`) };
    const bank = {
      number_masked: '••••0000',
      ifsc: 'HDFC0001234',
      bank_name: 'B',
      holder_name: 'A',
      name_at_bank: 'A',
    };
    const at = new Date(api.clock.now());
    await db()
      .kysely.insertInto('bank_account')
      .values({ ...number, ...bank, account_id, status: 'verified', set_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const at = new Date(api.clock.now());
  const invoiceId = await boughtBy(db(), invitedId, at);
  const paid = { invoiceId, accountId: invitedId, planName: 'Plan', taxYear: '2526', at, rewardPaise: 50_00n };
  await db().transaction((tx) => rewardReferrer(tx, paid));
  const { id } = await db()
    .kysely.selectFrom('reward')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return { person, rewardId: id };
}

const decide = (rewardId: number, verdict: 'pay' | 'refuse', more: Readonly<Record<string, unknown>> = {}) =>
  api.send(
    'opsdecidereward',
    { rewardId, verdict, password: operator.password, reason: 'Both are one person.', ...more },
    as(operator),
  );

describe('a reward that was withheld', () => {
  test('waits for an operator with both people side by side, and is paid once one says so', async () => {
    const { person, rewardId } = await withheld();
    const found = (await waiting()).reward_list.find((one) => one.rewardId === rewardId);
    expect(found).toMatchObject({ grossPaise: 50_00, planName: 'Trade activation, monthly', mayDecide: true });
    expect(found?.because).toContain('same bank account');
    expect(found?.inviter.userId).toBe(person.userId);
    const answers = await Promise.all([decide(rewardId, 'pay'), decide(rewardId, 'pay'), decide(rewardId, 'refuse')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const wasPaid = answers.findIndex(({ status }) => status === 200) < 2;
    expect(await rewardsOf(person)).toBe(wasPaid ? 50_00 : 0);
    expect((await waiting()).reward_list.some((one) => one.rewardId === rewardId)).toBe(false);
    expect(faultsOf(await readTrialBalance(db().kysely))).toEqual([]);
  });

  test('is refused for good with the reason that its owner reads, and never paid afterwards', async () => {
    const { person, rewardId } = await withheld();
    expect((await decide(rewardId, 'refuse')).status).toBe(200);
    expect((await historyOf(person))[0]).toMatchObject({
      state: 'refused',
      reason: 'Both are one person.',
      amountPaise: 0,
    });
    const { notification_list: alerts } = (await api.send('usernotificationlist', {}, as(person))).data;
    expect(alerts[0]).toMatchObject({ title: 'A reward of ₹50.00 is not paid', body: 'Both are one person.' });
    expect((await decide(rewardId, 'pay')).code).toBe('CASE_DECIDED');
    expect(await rewardsOf(person)).toBe(0);
    const refused = (await api.send('opsrewards', { state: 'refused' }, as(operator))).data.reward_list;
    expect(refused.find((one) => one.rewardId === rewardId)).toMatchObject({ mayDecide: false });
  });

  test('is decided by whoever may, has shown who they are and is neither of the two', async () => {
    const { rewardId } = await withheld();
    const own = await withheld(operator);
    expect((await decide(own.rewardId, 'pay')).code).toBe('OWN_CASE');
    expect((await decide(rewardId, 'pay', { password: undefined })).code).toBe('WRONG_PASSWORD');
    expect((await decide(rewardId, 'refuse', { reason: undefined })).errors[0]?.path).toBe('reason');
    expect((await decide(999_999, 'pay')).code).toBe('NOT_FOUND');
    const input = { rewardId, verdict: 'pay', password: approver.password } as const;
    expect((await api.send('opsdecidereward', input, as(approver))).code).toBe('NOT_ALLOWED');
    expect((await waiting(approver)).reward_list.map((one) => one.rewardId)).toEqual(
      expect.arrayContaining([rewardId, own.rewardId]),
    );
  });

  test('leaves a record of the act, with what was before and after it', async () => {
    const { rewardId } = await withheld();
    await decide(rewardId, 'pay');
    const acts = await db()
      .kysely.selectFrom('operator_act')
      .select(['what', 'operator_id', 'before', 'after'])
      .where('subject', '=', 'reward')
      .where('subject_id', '=', String(rewardId))
      .execute();
    expect(acts).toEqual([
      { what: 'pay_reward', operator_id: operator.userId, before: { state: 'withheld' }, after: { state: 'paid' } },
    ]);
  });
});
