import { likePattern, type Queryable, type Schema } from '@trickdesk/db';
import { type ExpressionBuilder, sql } from 'kysely';
import type { FreeAccount } from './rules.ts';

/** Every SQL statement about wallets. They are views of the ledger: only that moves money. */

/** By the name of the account. */
export async function readBalances(db: Queryable, ownerId: number): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['name', 'balance_paise'])
    .where('owner_id', '=', ownerId)
    .execute();
  return new Map(rows.map((row) => [row.name, row.balance_paise]));
}

/** Free money right before a moment, by the name of the account; what had none yet is left out. */
export async function readBalancesBefore(
  db: Queryable,
  ownerId: number,
  before: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.ledger_account_id')
    .innerJoin('ledger_transfer', 'ledger_transfer.id', 'ledger_posting.transfer_id')
    .distinctOn('ledger_account.name')
    .select(['ledger_account.name', 'ledger_posting.balance_after_paise'])
    .where('ledger_account.owner_id', '=', ownerId)
    .where('ledger_transfer.at', '<', before)
    .orderBy('ledger_account.name')
    .orderBy('ledger_posting.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.name, row.balance_after_paise]));
}

/** Whose wallets they are, as papers name them. */
export async function findHolder(db: Queryable, accountId: number) {
  const row = await db
    .selectFrom('account')
    .select(['full_name', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { fullName: row.full_name, email: row.email };
}

export interface StatementFilter {
  readonly ownerId: number;
  /** Of which accounts; those that hold money for a withdrawal are no wallets. */
  readonly accounts: readonly FreeAccount[];
  readonly side?: 'credit' | 'debit' | undefined;
  /** The first moment, and the first after the last. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly search?: string | undefined;
}

export interface StatementPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'time' | '-time';
}

export type EntryRecord = Awaited<ReturnType<typeof listEntries>>[number];

/** In the order in which the postings were made: that is the order in which balances run. */
export function listEntries(db: Queryable, filter: StatementFilter, { limit, offset, sort }: StatementPage) {
  return entriesOf(db, filter)
    .select([
      'ledger_posting.id',
      'ledger_account.name',
      'ledger_transfer.cause',
      'ledger_transfer.sentence',
      'ledger_transfer.at',
      'ledger_posting.amount_paise',
      'ledger_posting.balance_after_paise',
    ])
    .orderBy('ledger_posting.id', sort === 'time' ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function sumEntries(db: Queryable, filter: StatementFilter) {
  const amount = sql.ref<bigint>('ledger_posting.amount_paise');
  const row = await entriesOf(db, filter)
    .select([
      sql<bigint>`count(*)`.as('total'),
      sql<bigint>`coalesce(sum(${amount}) FILTER (WHERE ${amount} > 0), 0)::bigint`.as('credit'),
      sql<bigint>`coalesce(-sum(${amount}) FILTER (WHERE ${amount} < 0), 0)::bigint`.as('debit'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), creditPaise: row.credit, debitPaise: row.debit };
}

function entriesOf(db: Queryable, filter: StatementFilter) {
  return db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.ledger_account_id')
    .innerJoin('ledger_transfer', 'ledger_transfer.id', 'ledger_posting.transfer_id')
    .where((eb) => matches(eb, filter));
}

function matches(
  eb: ExpressionBuilder<Schema, 'ledger_posting' | 'ledger_account' | 'ledger_transfer'>,
  { ownerId, accounts, side, from, before, search }: StatementFilter,
) {
  return eb.and([
    eb('ledger_account.owner_id', '=', ownerId),
    eb('ledger_account.name', 'in', accounts),
    ...(side ? [eb('ledger_posting.amount_paise', side === 'credit' ? '>' : '<', 0n)] : []),
    ...(from ? [eb('ledger_transfer.at', '>=', from)] : []),
    ...(before ? [eb('ledger_transfer.at', '<', before)] : []),
    ...(search ? [eb('ledger_transfer.sentence', 'ilike', likePattern(search))] : []),
  ]);
}
