import { likePattern, type PageWindow, pageWindow, type Queryable } from '@trickdesk/db';
import { sql } from 'kysely';

/** Every SQL statement about the history of rewards: each reward, and what moved on the Rewards account by it. */

export interface HistoryAsked {
  readonly accountId: number;
  /** The first moment, and the first after the last. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly search?: string | undefined;
}

export interface HistoryPage extends PageWindow {
  readonly sort: 'time' | '-time';
}

export interface HistoryRow {
  readonly posting_id: bigint | null;
  readonly reward_id: number;
  readonly cause: 'reward' | 'reversal';
  readonly kind: 'plan' | 'round';
  readonly sentence: string;
  readonly state: 'paid' | 'withheld' | 'refused' | 'taken_back';
  readonly withheld_because: string | null;
  readonly gross_paise: bigint | null;
  readonly tds_paise: bigint | null;
  readonly uncollected_paise: bigint;
  readonly amount_paise: bigint;
  readonly balance_after_paise: bigint | null;
  readonly at: Date;
}

/** Withheld for good, once somebody has looked. */
const stateNow = sql`CASE WHEN reward.state = 'withheld' AND reward.refused_at IS NOT NULL THEN 'refused' ELSE reward.state END`;

/**
 * A reward is an entry whether it moved money or not: one may be withheld, or be tax alone. What was taken back is an entry
 * for each posting: a part may have been taken from later rewards.
 */
const entriesOf = ({ accountId, from, before, search }: HistoryAsked) => {
  const conditions = [
    ...(from ? [sql`at >= ${from}`] : []),
    ...(before ? [sql`at < ${before}`] : []),
    ...(search ? [sql`sentence ILIKE ${likePattern(search)}`] : []),
  ];
  return sql`WITH posted AS (
      SELECT posting.id, posting.amount_paise, posting.balance_after_paise, transfer.sentence, transfer.at,
        transfer.cause, transfer.idempotency_key, transfer.cause_id
      FROM ledger_account AS rewards
      JOIN ledger_posting AS posting ON posting.ledger_account_id = rewards.id
      JOIN ledger_transfer AS transfer ON transfer.id = posting.transfer_id
      WHERE rewards.owner_id = ${accountId} AND rewards.name = 'rewards' AND transfer.idempotency_key LIKE 'reward%'
    ),
    everything AS (
      SELECT posted.id AS posting_id, reward.id AS reward_id, 'reward' AS cause, reward.kind,
        coalesce(posted.sentence, told.sentence, 'Reward: somebody you invited has ' || invoice.description || '.') AS sentence,
        ${stateNow} AS state, reward.withheld_because, reward.gross_paise, reward.tds_paise, reward.uncollected_paise,
        coalesce(posted.amount_paise, 0) AS amount_paise, posted.balance_after_paise, coalesce(told.at, reward.at) AS at
      FROM reward
      LEFT JOIN posted ON posted.idempotency_key = 'reward:' || reward.id
      LEFT JOIN ledger_transfer AS told ON told.idempotency_key = 'reward:' || reward.id
      LEFT JOIN invoice ON invoice.id = reward.invoice_id
      WHERE reward.account_id = ${accountId}
      UNION ALL
      SELECT posted.id, reward.id, 'reversal', reward.kind, posted.sentence, ${stateNow}, NULL, NULL, NULL, 0,
        posted.amount_paise, posted.balance_after_paise, posted.at
      FROM reward JOIN posted ON posted.cause = 'reversal' AND posted.cause_id = reward.id::text
      WHERE reward.account_id = ${accountId}
    ),
    entry AS (
      SELECT * FROM everything ${conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`}
    )`;
};

/** By time; of one moment in the order of the postings, as balances run. */
export async function listEntries(db: Queryable, asked: HistoryAsked, { sort, ...page }: HistoryPage) {
  const order =
    sort === 'time'
      ? sql`at ASC, posting_id ASC NULLS FIRST, reward_id ASC`
      : sql`at DESC, posting_id DESC NULLS LAST, reward_id DESC`;
  const { rows } =
    await sql<HistoryRow>`${entriesOf(asked)} SELECT * FROM entry ORDER BY ${order} ${pageWindow(page)}`.execute(db);
  return rows;
}

export async function sumEntries(db: Queryable, asked: HistoryAsked) {
  const { rows } = await sql<{ total: number; credit: bigint; debit: bigint; tds: bigint }>`${entriesOf(asked)}
    SELECT count(*)::int AS total,
      coalesce(sum(amount_paise) FILTER (WHERE amount_paise > 0), 0)::bigint AS credit,
      coalesce(-sum(amount_paise) FILTER (WHERE amount_paise < 0), 0)::bigint AS debit,
      coalesce(sum(tds_paise) FILTER (WHERE state = 'paid'), 0)::bigint AS tds
    FROM entry`.execute(db);
  const { total = 0, credit = 0n, debit = 0n, tds = 0n } = rows[0] ?? {};
  return { total, creditPaise: credit, debitPaise: debit, tdsPaise: tds };
}
