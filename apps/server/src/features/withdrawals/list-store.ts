import { likePattern, type Queryable, type Schema } from '@trickdesk/db';
import { type ExpressionBuilder, sql } from 'kysely';
import type { WithdrawalState } from './rules.ts';
import { UNDER_WAY } from './store.ts';

/** Every SQL statement that lists withdrawals: a person's own, and the operators' queue. */

export type ListedWithdrawal = Awaited<ReturnType<typeof listOwn>>[number];

const withBank = (db: Queryable) =>
  db
    .selectFrom('withdrawal')
    .innerJoin('bank_account', 'bank_account.id', 'withdrawal.bank_account_id')
    .selectAll('withdrawal')
    .select([
      'bank_account.number_masked',
      'bank_account.ifsc',
      'bank_account.bank_name',
      'bank_account.holder_name',
      'bank_account.name_at_bank',
    ]);

export function findListed(db: Queryable, id: number) {
  return withBank(db).where('withdrawal.id', '=', id).executeTakeFirst();
}

export interface OwnFilter {
  readonly accountId: number;
  readonly state?: WithdrawalState | undefined;
  /** The first moment, and the first after the last. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  /** The end of the bank's reference, or of the account's number. */
  readonly search?: string | undefined;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

type Joined = Pick<Schema, 'withdrawal' | 'bank_account'>;

function ownMatches(
  eb: ExpressionBuilder<Joined, 'withdrawal' | 'bank_account'>,
  { accountId, state, from, before, search }: OwnFilter,
) {
  return eb.and([
    eb('withdrawal.account_id', '=', accountId),
    ...(state ? [eb('withdrawal.state', '=', state)] : []),
    ...(from ? [eb('withdrawal.requested_at', '>=', from)] : []),
    ...(before ? [eb('withdrawal.requested_at', '<', before)] : []),
    ...(search
      ? [
          eb.or([
            eb(sql<string>`coalesce(withdrawal.utr, '')`, 'ilike', likePattern(search)),
            eb('bank_account.number_masked', 'ilike', likePattern(search)),
          ]),
        ]
      : []),
  ]);
}

export function listOwn(db: Queryable, filter: OwnFilter, page: Page & { readonly sort: 'time' | '-time' }) {
  const direction = page.sort === 'time' ? 'asc' : 'desc';
  return withBank(db)
    .where((eb) => ownMatches(eb, filter))
    .orderBy('withdrawal.requested_at', direction)
    .orderBy('withdrawal.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function sumOwn(db: Queryable, filter: OwnFilter) {
  const amount = sql.ref<bigint>('withdrawal.amount_paise');
  const state = sql.ref<string>('withdrawal.state');
  const row = await db
    .selectFrom('withdrawal')
    .innerJoin('bank_account', 'bank_account.id', 'withdrawal.bank_account_id')
    .select([
      sql<bigint>`count(*)`.as('total'),
      sql<bigint>`coalesce(sum(${amount}) FILTER (WHERE ${state} = 'paid'), 0)::bigint`.as('paid'),
      sql<bigint>`coalesce(sum(${amount}) FILTER (WHERE ${state} = ANY(${[...UNDER_WAY]}::text[])), 0)::bigint`.as(
        'under_way',
      ),
    ])
    .where((eb) => ownMatches(eb, filter))
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), paidPaise: row.paid, underWayPaise: row.under_way };
}

export interface QueueFilter {
  /** `waiting`: to be decided, or out of step with the payout service. */
  readonly state: 'waiting' | 'all' | WithdrawalState;
  /** Of the person's name, address or id, or of the bank's reference. */
  readonly search?: string | undefined;
}

const queue = (db: Queryable, { state, search }: QueueFilter) =>
  withBank(db)
    .innerJoin('account', 'account.id', 'withdrawal.account_id')
    .select(['account.full_name', 'account.email', 'account.kyc_verified_at'])
    .where((eb) =>
      eb.and([
        ...(state === 'waiting'
          ? [eb.or([eb('withdrawal.state', '=', 'requested'), eb('withdrawal.out_of_step', 'is not', null)])]
          : state === 'all'
            ? []
            : [eb('withdrawal.state', '=', state)]),
        ...(search
          ? [
              eb.or([
                eb('account.full_name', 'ilike', likePattern(search)),
                eb('account.email', 'ilike', likePattern(search)),
                eb(sql<string>`coalesce(withdrawal.utr, '')`, 'ilike', likePattern(search)),
              ]),
            ]
          : []),
      ]),
    );

export type QueuedWithdrawal = Awaited<ReturnType<typeof listQueue>>[number];

export function listQueue(
  db: Queryable,
  filter: QueueFilter,
  page: Page & { readonly sort: 'time' | '-time' | 'amount' | '-amount' },
) {
  const direction = page.sort.startsWith('-') ? 'desc' : 'asc';
  const column = page.sort.endsWith('amount') ? 'withdrawal.amount_paise' : 'withdrawal.requested_at';
  return queue(db, filter)
    .orderBy(column, direction)
    .orderBy('withdrawal.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export function findQueued(db: Queryable, id: number) {
  return queue(db, { state: 'all' }).where('withdrawal.id', '=', id).executeTakeFirst();
}

export async function sumQueue(db: Queryable, filter: QueueFilter) {
  const row = await db
    .selectFrom(queue(db, filter).as('q'))
    .select([sql<bigint>`count(*)`.as('total'), sql<bigint>`coalesce(sum(amount_paise), 0)::bigint`.as('sum')])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), totalPaise: row.sum };
}
