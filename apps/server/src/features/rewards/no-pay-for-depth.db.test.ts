import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf, readTrialBalance } from '../ledger/index.ts';
import { boughtBy, invitedBy } from '../team/testing/people.ts';
import { rewardReferrer } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await withTestDatabase();
});
afterAll(() => database.drop());

const AT = new Date('2026-11-10T06:00Z');
const db = () => database.db;

/** Who invited each person, as an earlier one's place among them; the first has nobody. */
const anyTree = fc
  .array(fc.nat(), { minLength: 2, maxLength: 12 })
  .map((draws) => draws.map((draw, i) => (i === 0 || draw % 5 === 0 ? undefined : draw % i)));
const anyPurchases = fc.array(fc.record({ buyer: fc.nat(), rewardPaise: fc.bigInt({ min: 0n, max: 90_00n }) }), {
  minLength: 1,
  maxLength: 8,
});

interface Purchase {
  readonly buyer: number;
  readonly rewardPaise: bigint;
}

async function settle(tree: readonly (number | undefined)[], purchases: readonly Purchase[]) {
  const ids: number[] = [];
  for (const referrer of tree) ids.push(await invitedBy(db(), referrer === undefined ? null : (ids[referrer] ?? null)));
  const owed = new Map<number, bigint>();
  for (const { buyer, rewardPaise } of purchases) {
    const place = buyer % tree.length;
    const accountId = ids[place] ?? 0;
    const invoiceId = await boughtBy(db(), accountId, AT);
    const paid = { invoiceId, accountId, planName: 'Plan', taxYear: '2627', at: AT, rewardPaise };
    await db().transaction((tx) => rewardReferrer(tx, paid));
    const referrer = ids[tree[place] ?? -1];
    if (referrer !== undefined) owed.set(referrer, (owed.get(referrer) ?? 0n) + rewardPaise);
  }
  return { ids, owed };
}

async function paidFor(ids: readonly number[], kind: 'plan' | 'round') {
  const rows = await db()
    .kysely.selectFrom('reward')
    .select(['account_id', 'gross_paise', 'tds_paise'])
    .where('account_id', 'in', ids)
    .where('kind', '=', kind)
    .execute();
  const sums = new Map<number, bigint>();
  for (const row of rows) {
    sums.set(row.account_id, (sums.get(row.account_id) ?? 0n) + row.gross_paise - row.tds_paise);
  }
  return sums;
}

async function balancesOf(ids: readonly number[]) {
  const rows = await db()
    .kysely.selectFrom('ledger_account')
    .select(['owner_id', 'balance_paise'])
    .where('owner_id', 'in', ids)
    .where('name', '=', 'rewards')
    .execute();
  return new Map(rows.map((row) => [row.owner_id ?? 0, row.balance_paise]));
}

test('in any tree a purchase pays whoever invited the buyer, and nobody above them', async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, anyPurchases, async (tree, purchases) => {
      const { ids, owed } = await settle(tree, purchases);
      const [plans, rounds, balances] = [
        await paidFor(ids, 'plan'),
        await paidFor(ids, 'round'),
        await balancesOf(ids),
      ];
      for (const id of ids) {
        expect(plans.get(id) ?? 0n).toBe(owed.get(id) ?? 0n);
        expect(balances.get(id) ?? 0n).toBe((owed.get(id) ?? 0n) + (rounds.get(id) ?? 0n));
        // A round counts direct referrals alone, too.
        const children = new Set(
          purchases.map(({ buyer }) => buyer % tree.length).filter((place) => ids[tree[place] ?? -1] === id),
        );
        expect(rounds.get(id) ?? 0n).toBe(children.size >= 3 ? 500_00n : 0n);
      }
    }),
    { numRuns: 40 },
  );
  expect(faultsOf(await readTrialBalance(db().kysely))).toEqual([]);
});
