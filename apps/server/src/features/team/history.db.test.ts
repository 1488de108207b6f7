import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { postTransfer } from '../ledger/index.ts';
import { releaseReward, rewardReferrer, takeRewardBack } from '../rewards/index.ts';
import { boughtBy, invitedBy, refunded } from './testing/people.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const db = () => api.database.db;
const history = async (person: Person, input: Parameters<typeof api.send<'myRewardhistory'>>[1] = {}) =>
  (await api.send('myRewardhistory', input, { token: person.accessToken })).data;
const TAX_YEAR = '2627';

async function rewardOf(referrer: Person, rewardPaise: bigint, at: Date, buyer?: number) {
  const accountId = buyer ?? (await invitedBy(db(), referrer.userId));
  const invoiceId = await boughtBy(db(), accountId, at);
  const paid = { invoiceId, accountId, planName: 'Plus, monthly', taxYear: TAX_YEAR, at };
  await db().transaction((tx) => rewardReferrer(tx, { ...paid, rewardPaise }));
  const takeBack = async (when: Date) => {
    await refunded(db(), invoiceId, when);
    await db().transaction((tx) => takeRewardBack(tx, { ...paid, at: when }));
  };
  return { takeBack, accountId };
}

const withdraw = (person: Person, amountPaise: bigint, at: Date) =>
  db().transaction((tx) =>
    postTransfer(
      tx,
      {
        ...{ cause: 'withdrawal', causeId: '1', idempotencyKey: `out:${person.userId}`, sentence: 'To my bank.' },
        postings: [
          { account: { ownerId: person.userId, name: 'rewards' }, amountPaise: -amountPaise },
          { account: { ownerId: null, name: 'bank_clearing' }, amountPaise },
        ],
      },
      at,
    ),
  );

/** Two accounts that were signed in to in one browser. */
const oneBrowser = (...accounts: readonly number[]) =>
  db()
    .kysely.insertInto('account_browser')
    .values(
      accounts.map((account_id) => ({
        ...{ account_id, token_hash: Buffer.from('same'), first_at: day('2026-05-01'), last_at: day('2026-05-01') },
      })),
    )
    .execute();

/** What the ledger says that rewards and their reversals moved on the Rewards account. */
async function ledgerSum({ userId }: Person): Promise<number> {
  const { rows } = await sql<{ sum: bigint }>`SELECT coalesce(sum(posting.amount_paise), 0)::bigint AS sum
    FROM ledger_posting posting JOIN ledger_account account ON account.id = posting.ledger_account_id
    JOIN ledger_transfer transfer ON transfer.id = posting.transfer_id
    WHERE account.owner_id = ${userId} AND account.name = 'rewards' AND transfer.cause IN ('reward', 'reversal')`.execute(
    db().kysely,
  );
  return Number(rows[0]?.sum ?? 0n);
}

const day = (date: string, time = '10:00') => new Date(`${date}T${time}+05:30`);

test('nothing yet: no entries, and the round of this month with its India days', async () => {
  const person = await api.signUp('nobody');
  const data = await history(person);
  expect(data).toMatchObject({ wallet_transaction_list: [], total: 0, creditPaise: 0, debitPaise: 0, tdsPaise: 0 });
  const month = data.curRound?.round ?? '';
  expect(data.curRound).toMatchObject({ from: `${month}-01`, target: 3, achieved: 0, rewardPaise: 500_00 });
  expect(data.curRound?.to).toMatch(new RegExp(`^${month}-(28|29|30|31)$`));
});

test('the round counts people whose first plan was bought in it', async () => {
  const person = await api.signUp('rounder');
  const now = new Date(api.clock.now());
  await rewardOf(person, 50_00n, now);
  const { accountId } = await rewardOf(person, 50_00n, now);
  await rewardOf(person, 50_00n, now, accountId);
  expect((await history(person)).curRound).toMatchObject({ achieved: 2, target: 3 });
});

test('a reward says its tax, its state and the balance after it; what was taken back is an entry of its own', async () => {
  const person = await api.signUp('history');
  await rewardOf(person, 15_000_00n, day('2026-05-02'));
  const taxed = await rewardOf(person, 10_000_00n, day('2026-06-02'));
  await taxed.takeBack(day('2026-06-09'));
  const data = await history(person);
  expect(data.wallet_transaction_list).toMatchObject([
    { cause: 'reversal', type: 'D', amountPaise: 5_000_00, balancePaise: 15_000_00, state: 'taken_back' },
    {
      ...{ cause: 'reward', type: 'C', state: 'taken_back', grossPaise: 10_000_00, tdsPaise: 5_000_00 },
      ...{ netPaise: 5_000_00, amountPaise: 5_000_00, balancePaise: 20_000_00, uncollectedPaise: 0, kind: 'plan' },
    },
    { state: 'paid', grossPaise: 15_000_00, tdsPaise: 0, amountPaise: 15_000_00, balancePaise: 15_000_00 },
  ]);
  expect(data.wallet_transaction_list[0]).not.toHaveProperty('grossPaise');
  expect(data).toMatchObject({ creditPaise: 20_000_00, debitPaise: 5_000_00, tdsPaise: 0, total: 3 });
});

test('what is withheld, or is tax alone, is an entry that moved nothing', async () => {
  const person = await api.signUp('withheld');
  await rewardOf(person, 19_950_00n, day('2026-05-01'));
  // Without a PAN a fifth of the year is due: more than this reward holds.
  await rewardOf(person, 100_00n, day('2026-05-02'));
  const other = await invitedBy(db(), person.userId);
  await oneBrowser(person.userId, other);
  const withheld = await rewardOf(person, 70_00n, day('2026-05-03'), other);
  const { wallet_transaction_list: entries } = await history(person);
  expect(entries).toMatchObject([
    { state: 'withheld', amountPaise: 0, grossPaise: 70_00, tdsPaise: 0, netPaise: 70_00 },
    { state: 'paid', amountPaise: 0, grossPaise: 100_00, tdsPaise: 100_00, netPaise: 0 },
    { state: 'paid', amountPaise: 19_950_00 },
  ]);
  expect(entries[0]?.reason).toContain('same browser');
  expect(entries[0]?.sentence).toBe('Reward: somebody you invited has Trade activation, monthly.');
  for (const entry of entries.slice(0, 2)) {
    expect(entry).not.toHaveProperty('balancePaise');
    expect(entry).not.toHaveProperty('transaction_id');
  }
  await withheld.takeBack(day('2026-05-04'));
  const [first] = (await history(person)).wallet_transaction_list;
  expect(first).toMatchObject({ state: 'taken_back', amountPaise: 0 });
  expect(first).not.toHaveProperty('reason');
});

test('all of it together is what the ledger holds of rewards, whatever was withdrawn, short or collected later', async () => {
  const person = await api.signUp('summed');
  const first = await rewardOf(person, 80_00n, day('2026-05-01'));
  await withdraw(person, 70_00n, day('2026-05-02'));
  await first.takeBack(day('2026-05-03'));
  await rewardOf(person, 40_00n, day('2026-05-04'));
  await rewardOf(person, 90_00n, day('2026-05-05'));
  const data = await history(person, { pageSize: 100 });
  expect(data.wallet_transaction_list.map(({ cause, amountPaise }) => [cause, amountPaise])).toEqual([
    ...[
      ['reversal', 30_00],
      ['reward', 90_00],
      ['reversal', 40_00],
      ['reward', 40_00],
      ['reversal', 10_00],
    ],
    ['reward', 80_00],
  ]);
  const sum = data.wallet_transaction_list.reduce(
    (total, { type, amountPaise }) => total + (type === 'C' ? amountPaise : -amountPaise),
    0,
  );
  expect(sum).toBe(await ledgerSum(person));
  expect(data.creditPaise - data.debitPaise).toBe(sum);
  const { wallets } = (await api.send('mywallet', {}, { token: person.accessToken })).data;
  expect(wallets[1]?.balancePaise).toBe(sum - 70_00);
  expect(data.wallet_transaction_list[0]?.balancePaise).toBe(wallets[1]?.balancePaise);
});

test('it is narrowed by India’s days and by words, sorted either way, and paged without a row twice', async () => {
  const person = await api.signUp('filtered');
  await rewardOf(person, 10_00n, day('2026-07-01', '00:00'));
  const { accountId } = await rewardOf(person, 20_00n, day('2026-07-02', '23:59'));
  const later = await rewardOf(person, 30_00n, day('2026-07-03', '00:00'), accountId);
  await later.takeBack(day('2026-07-04'));
  const amounts = async (input: Parameters<typeof history>[1]) =>
    (await history(person, input)).wallet_transaction_list.map(({ amountPaise }) => amountPaise / 100);
  expect(await amounts({})).toEqual([30, 30, 20, 10]);
  expect(await amounts({ from_date: '2026-07-01', to_date: '2026-07-02' })).toEqual([20, 10]);
  expect(await amounts({ to_date: '2026-07-01' })).toEqual([10]);
  expect(await amounts({ Search: 'refunded' })).toEqual([30]);
  expect(await amounts({ sort: 'time' })).toEqual((await amounts({})).toReversed());
  const pages = [1, 2].map((pageNumber) => amounts({ pageNumber, pageSize: 3 }));
  expect((await Promise.all(pages)).map((page) => page.length)).toEqual([3, 1]);
  expect((await Promise.all(pages)).flat()).toEqual(await amounts({}));
});

test('another person’s rewards are not in it', async () => {
  const [mine, theirs] = [await api.signUp('mine'), await api.signUp('theirs')];
  await rewardOf(theirs, 50_00n, new Date(api.clock.now()));
  expect(await history(mine)).toMatchObject({ total: 0, creditPaise: 0, curRound: { achieved: 0 } });
});

test('a withheld reward that is released is paid once, at that moment and with its year’s tax, and may win its round', async () => {
  const person = await api.signUp('released');
  for (let i = 0; i < 2; i += 1) await rewardOf(person, 10_00n, day('2026-08-01'));
  const other = await invitedBy(db(), person.userId);
  await oneBrowser(person.userId, other);
  await rewardOf(person, 20_000_00n, day('2026-08-02'), other);
  const { reward_id: rewardId = 0 } = (await history(person)).wallet_transaction_list[0] ?? {};
  // Somebody is paid later meanwhile.
  await rewardOf(person, 30_00n, day('2026-09-01'), await invitedBy(db(), person.userId));
  const release = () =>
    db().transaction((tx) => releaseReward(tx, { rewardId, taxYear: TAX_YEAR, at: day('2026-09-05') }));
  expect((await Promise.all([release(), release()])).toSorted()).toEqual([false, true]);
  const { wallet_transaction_list: entries } = await history(person);
  expect(entries.slice(0, 3)).toMatchObject([
    { kind: 'round', amountPaise: 400_00, at: day('2026-09-05').toISOString() },
    { state: 'paid', grossPaise: 20_000_00, tdsPaise: 4_010_00, at: day('2026-09-05').toISOString() },
    { amountPaise: 30_00 },
  ]);
  expect(entries[0]?.balancePaise).toBe(await ledgerSum(person));
  expect(entries.some(({ reason }) => reason !== undefined)).toBe(false);
  expect(await release()).toBe(false);
  expect(
    await db().transaction((tx) => releaseReward(tx, { rewardId: 999_999, taxYear: TAX_YEAR, at: day('2026-09-05') })),
  ).toBe(false);
});

test('a withheld reward whose plan was refunded is never paid', async () => {
  const person = await api.signUp('toolate');
  const other = await invitedBy(db(), person.userId);
  await oneBrowser(person.userId, other);
  const withheld = await rewardOf(person, 50_00n, day('2026-08-02'), other);
  await withheld.takeBack(day('2026-08-03'));
  const { reward_id: rewardId = 0 } = (await history(person)).wallet_transaction_list[0] ?? {};
  expect(
    await db().transaction((tx) => releaseReward(tx, { rewardId, taxYear: TAX_YEAR, at: day('2026-09-05') })),
  ).toBe(false);
  expect(await ledgerSum(person)).toBe(0);
});
