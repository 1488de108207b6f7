import type { Queryable } from '@trickdesk/db';
import { type IndiaDate, isTerminal, ORDER_STATES } from '@trickdesk/domain';
import { type RawBuilder, sql } from 'kysely';

/** What is counted of whom, and on which day of the exchange. */
export interface ObstacleAsked {
  readonly accountId: number;
  readonly today: IndiaDate;
}

const ENDED_STATES = ORDER_STATES.filter(isTerminal);

async function numberOf(db: Queryable, question: RawBuilder<{ n: bigint }>): Promise<number> {
  const { rows } = await question.execute(db);
  return Number(rows[0]?.n ?? 0n);
}

/** Copies that run, are halted with something still to do, or are on their way out. */
export const countRunning = (db: Queryable, { accountId }: ObstacleAsked): Promise<number> =>
  numberOf(
    db,
    sql`SELECT count(*) AS n FROM deployment
      WHERE account_id = ${accountId} AND (status IN ('running', 'halted') OR phase <> 'idle')`,
  );

export const countOpenPositions = (db: Queryable, { accountId }: ObstacleAsked): Promise<number> =>
  numberOf(db, sql`SELECT count(*) AS n FROM position WHERE account_id = ${accountId} AND status = 'open'`);

export const countHeldBaskets = (db: Queryable, { accountId }: ObstacleAsked): Promise<number> =>
  numberOf(db, sql`SELECT count(*) AS n FROM owned_basket WHERE account_id = ${accountId} AND status <> 'closed'`);

/** At the broker, or of unclear fate; one that was given up as never received is none. */
export const countLiveOrders = (db: Queryable, { accountId }: ObstacleAsked): Promise<number> =>
  numberOf(
    db,
    sql`SELECT count(*) AS n FROM broker_order
      WHERE account_id = ${accountId} AND NOT released AND state <> ALL (${ENDED_STATES}::text[])`,
  );

/** Opened by hand today and not closed: the broker squares it off at the end of the day; shares that are held are not meant. */
export const countHandPositions = (db: Queryable, { accountId, today }: ObstacleAsked): Promise<number> =>
  numberOf(
    db,
    sql`SELECT count(*) AS n FROM (
      SELECT 1 FROM broker_order o JOIN broker_link link ON link.id = o.broker_link_id AND link.unlinked_at IS NULL
      WHERE o.account_id = ${accountId} AND o.role IN ('own', 'foreign') AND o.product <> 'delivery'
        AND o.day = ${today}::date
      GROUP BY o.broker_link_id, o.exchange, o.symbol, o.product
      HAVING sum((CASE o.side WHEN 'buy' THEN 1 ELSE -1 END) * (o.filled_quantity - o.settled_quantity)) <> 0) held`,
  );

/** Whole paise, free and held, in all wallets. */
export const sumWallets = (db: Queryable, { accountId }: ObstacleAsked): Promise<number> =>
  numberOf(
    db,
    sql`SELECT coalesce(sum(balance_paise), 0)::bigint AS n FROM ledger_account WHERE owner_id = ${accountId}`,
  );

/** A payment that failed can still be made on the gateway's page until it expires. */
export const countOpenPayments = (db: Queryable, { accountId }: ObstacleAsked): Promise<number> =>
  numberOf(db, sql`SELECT count(*) AS n FROM payment WHERE account_id = ${accountId} AND state IN ('open', 'failed')`);

export const countOpenRefunds = (db: Queryable, { accountId }: ObstacleAsked): Promise<number> =>
  numberOf(
    db,
    sql`SELECT count(*) AS n FROM refund JOIN invoice ON invoice.id = refund.invoice_id
      WHERE invoice.account_id = ${accountId} AND refund.state IN ('asked', 'sent')`,
  );

export const countWithdrawals = (db: Queryable, { accountId }: ObstacleAsked): Promise<number> =>
  numberOf(
    db,
    sql`SELECT count(*) AS n FROM withdrawal
      WHERE account_id = ${accountId} AND state IN ('requested', 'approved', 'sent')`,
  );

export const countLegalHolds = (db: Queryable, { accountId }: ObstacleAsked): Promise<number> =>
  numberOf(db, sql`SELECT count(*) AS n FROM legal_hold WHERE account_id = ${accountId} AND lifted_at IS NULL`);

/** How many rows would be kept of each record. */
export async function countKept(db: Queryable, accountId: number) {
  const { rows } = await sql<{ invoices: bigint; orders: bigint; identity: bigint; log: bigint }>`SELECT
    (SELECT count(*) FROM invoice WHERE account_id = ${accountId})
      + (SELECT count(*) FROM payment WHERE account_id = ${accountId})
      + (SELECT count(*) FROM withdrawal WHERE account_id = ${accountId})
      + (SELECT count(*) FROM ledger_posting p JOIN ledger_account a ON a.id = p.ledger_account_id
          WHERE a.owner_id = ${accountId}) AS invoices,
    (SELECT count(*) FROM broker_order WHERE account_id = ${accountId})
      + (SELECT count(*) FROM trade_order WHERE account_id = ${accountId} AND mode = 'live') AS orders,
    (SELECT count(*) FROM kyc WHERE account_id = ${accountId})
      + (SELECT count(*) FROM bank_account WHERE account_id = ${accountId}) AS identity,
    (SELECT count(*) FROM activity WHERE account_id = ${accountId})
      + (SELECT count(*) FROM live_acknowledgement WHERE account_id = ${accountId}) AS log`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('counting answered no row');
  return row;
}
