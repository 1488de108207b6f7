import type { LedgerAccountName, Queryable, Schema, Tx } from '@trickdesk/db';
import { type ExpressionBuilder, sql } from 'kysely';
import type { LedgerAccount, Posting, Transfer, TrialBalance } from './rules.ts';

/** Every SQL statement about double entry. Balances move by themselves: with each posting, in the database. */

/** Made where they are missing. Made and locked in one order, so that transfers wait for each other and never both ways. */
export async function lockAccounts(tx: Tx, accounts: readonly LedgerAccount[]): Promise<readonly LockedAccount[]> {
  const rows = accounts
    .map(({ ownerId, name }) => ({ owner_id: ownerId, name }))
    .toSorted((a, b) => (a.owner_id ?? 0) - (b.owner_id ?? 0) || (a.name < b.name ? -1 : 1));
  await tx
    .insertInto('ledger_account')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['owner_id', 'name']).doNothing())
    .execute();
  const found = await tx
    .selectFrom('ledger_account')
    .select(['id', 'owner_id', 'name', 'balance_paise'])
    .where((eb) => eb.or(accounts.map((account) => isAccount(eb, account))))
    .orderBy('id')
    .forUpdate()
    .execute();
  return found.map((row) => ({ id: row.id, account: accountOf(row), balancePaise: row.balance_paise }));
}

export interface LockedAccount {
  readonly id: number;
  readonly account: LedgerAccount;
  readonly balancePaise: bigint;
}

/** Answers nothing where the key was used before. */
export async function insertTransfer(
  tx: Tx,
  { cause, causeId, idempotencyKey, sentence }: Transfer,
  at: Date,
): Promise<bigint | undefined> {
  const row = await tx
    .insertInto('ledger_transfer')
    .values({ cause, cause_id: causeId, idempotency_key: idempotencyKey, sentence, at })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface PostingToInsert {
  readonly ledgerAccountId: number;
  readonly amountPaise: bigint;
}

export async function insertPostings(tx: Tx, transferId: bigint, postings: readonly PostingToInsert[]): Promise<void> {
  const rows = postings.map(({ ledgerAccountId, amountPaise }) => ({
    transfer_id: transferId,
    ledger_account_id: ledgerAccountId,
    amount_paise: amountPaise,
  }));
  await tx.insertInto('ledger_posting').values(rows).execute();
}

export async function findTransfer(
  db: Queryable,
  idempotencyKey: string,
): Promise<(Transfer & { readonly id: bigint }) | undefined> {
  const head = await db
    .selectFrom('ledger_transfer')
    .select(['id', 'cause', 'cause_id', 'sentence'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (!head) return undefined;
  const rows = await db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.ledger_account_id')
    .select(['owner_id', 'name', 'amount_paise'])
    .where('transfer_id', '=', head.id)
    .execute();
  const postings = rows.map((row): Posting => ({ account: accountOf(row), amountPaise: row.amount_paise }));
  const { id, cause, cause_id: causeId, sentence } = head;
  return { id, cause, causeId, idempotencyKey, sentence, postings };
}

/** What all accounts of a name hold together, people's first. */
export async function sumByName(db: Queryable) {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['name', sql<boolean>`owner_id IS NOT NULL`.as('of_people')])
    .select(sql<bigint>`coalesce(sum(balance_paise), 0)::bigint`.as('balance_paise'))
    .select(sql<bigint>`count(*)`.as('accounts'))
    .groupBy(['name', sql`owner_id IS NOT NULL`])
    .orderBy('of_people', 'desc')
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    ...{ name: row.name, ofPeople: row.of_people, balancePaise: row.balance_paise },
    accounts: Number(row.accounts),
  }));
}

export async function readTrialBalance(db: Queryable): Promise<TrialBalance> {
  const all = await db
    .selectFrom('ledger_posting')
    .select([sql<bigint>`coalesce(sum(amount_paise), 0)::bigint`.as('total'), sql<bigint>`count(*)`.as('postings')])
    .executeTakeFirstOrThrow();
  const wrong = await db
    .selectFrom('ledger_account')
    .leftJoin('ledger_posting', 'ledger_posting.ledger_account_id', 'ledger_account.id')
    .select(['owner_id', 'name', 'balance_paise', sumOfPostings.as('sum_paise')])
    .groupBy('ledger_account.id')
    .having((eb) => eb(sumOfPostings, '<>', eb.ref('balance_paise')))
    .orderBy('ledger_account.id')
    .execute();
  const unbalanced = await db
    .selectFrom('ledger_transfer')
    .leftJoin('ledger_posting', 'ledger_posting.transfer_id', 'ledger_transfer.id')
    .select('ledger_transfer.id')
    .groupBy('ledger_transfer.id')
    .having((eb) => eb.or([eb(sumOfPostings, '<>', 0n), eb(eb.fn.count('ledger_posting.id'), '<', 2)]))
    .orderBy('ledger_transfer.id')
    .execute();
  const negative = await db
    .selectFrom('ledger_account')
    .select(['owner_id', 'name'])
    .where('owner_id', 'is not', null)
    .where('balance_paise', '<', 0n)
    .orderBy('id')
    .execute();
  const held = await sql<{ owner_id: number; name: LedgerAccountName; held: bigint; under_way: bigint }>`
    SELECT owner_id, name, coalesce(balance_paise, 0)::bigint AS held, coalesce(asked.sum, 0)::bigint AS under_way
    FROM (SELECT * FROM ledger_account WHERE name IN ('main_held', 'rewards_held')) a
    FULL JOIN (SELECT account_id AS owner_id, wallet || '_held' AS name, sum(amount_paise) AS sum FROM withdrawal
      WHERE state IN ('requested', 'approved', 'sent') GROUP BY 1, 2) asked USING (owner_id, name)
    WHERE coalesce(balance_paise, 0) <> coalesce(asked.sum, 0) ORDER BY owner_id, name`.execute(db);
  return {
    wronglyHeld: held.rows.map((row) => ({
      account: accountOf(row),
      heldPaise: row.held,
      underWayPaise: row.under_way,
    })),
    totalPaise: all.total,
    postings: Number(all.postings),
    wrongAccounts: wrong.map((row) => ({
      account: accountOf(row),
      balancePaise: row.balance_paise,
      sumPaise: row.sum_paise,
    })),
    unbalancedTransfers: unbalanced.map(({ id }) => id),
    negativeAccounts: negative.map(accountOf),
  };
}

const sumOfPostings = sql<bigint>`coalesce(sum(amount_paise), 0)::bigint`;

function isAccount(eb: ExpressionBuilder<Schema, 'ledger_account'>, { ownerId, name }: LedgerAccount) {
  const isOwner = ownerId === null ? eb('owner_id', 'is', null) : eb('owner_id', '=', ownerId);
  return eb.and([isOwner, eb('name', '=', name)]);
}

function accountOf({
  owner_id: ownerId,
  name,
}: {
  readonly owner_id: number | null;
  readonly name: LedgerAccountName;
}) {
  // The database holds a person's names and the platform's apart.
  return { ownerId, name } as LedgerAccount;
}

export async function wasCheckedOn(db: Queryable, day: string): Promise<boolean> {
  const row = await db.selectFrom('ledger_check').select('day').where('day', '=', day).executeTakeFirst();
  return row !== undefined;
}

export interface LedgerCheck {
  readonly day: string;
  readonly at: Date;
  readonly postings: number;
  readonly faults: readonly string[];
}

/** The first of a day is kept. @returns whether this is it */
export async function insertCheck(tx: Tx, { day, at, postings, faults }: LedgerCheck): Promise<boolean> {
  const result = await tx
    .insertInto('ledger_check')
    .values({ day, at, is_sound: faults.length === 0, postings, faults: JSON.stringify(faults) })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The last one of a day is what counts: an operator had it added up again. */
export async function replaceCheck(tx: Tx, { day, at, postings, faults }: LedgerCheck): Promise<void> {
  const found = { at, is_sound: faults.length === 0, postings, faults: JSON.stringify(faults) };
  await tx
    .insertInto('ledger_check')
    .values({ day, ...found })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(found))
    .execute();
}

/** The newest first. */
export async function listChecks(db: Queryable, limit: number): Promise<LedgerCheck[]> {
  const rows = await db.selectFrom('ledger_check').selectAll().orderBy('day', 'desc').limit(limit).execute();
  return rows.map(({ day, at, postings, faults }) => ({ day, at, postings, faults }));
}
