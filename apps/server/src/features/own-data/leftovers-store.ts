import type { Queryable } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';

/** What is too much for one transaction: it goes in parts, in an order in which nothing that is left names what is gone. */

interface Leftover {
  readonly table: string;
  readonly rows: (accountId: number) => RawBuilder<unknown>;
  /** Rows of a statement. */
  readonly atOnce: number;
}

const MANY = 5_000;
/** Rows that may have a megabyte, or whose removal reads other tables. */
const FEW = 20;

const ofAccount = (table: string, atOnce = MANY): Leftover => ({
  ...{ table, atOnce },
  rows: (accountId) => sql`account_id = ${accountId}`,
});
const inTest = (table: string): Leftover => ({
  ...{ table, atOnce: MANY },
  rows: (accountId) => sql`account_id = ${accountId} AND mode <> 'live'`,
});
const ofDeployments = (table: string, atOnce = MANY): Leftover => ({
  ...{ table, atOnce },
  rows: (accountId) => sql`deployment_id IN (SELECT id FROM deployment WHERE account_id = ${accountId})`,
});

const ofBaskets = (table: string): Leftover => ({
  ...{ table, atOnce: MANY },
  rows: (accountId) => sql`owned_basket_id IN (SELECT id FROM owned_basket WHERE account_id = ${accountId})`,
});
const ofPaperBaskets = (table: string): Leftover => ({
  ...{ table, atOnce: MANY },
  rows: (accountId) =>
    sql`owned_basket_id IN (SELECT id FROM owned_basket WHERE account_id = ${accountId} AND mode <> 'live')`,
});

/** Nothing in `table` names the row by `column`. */
const unnamedIn = (table: string, column: string, own: string): RawBuilder<unknown> =>
  sql`NOT EXISTS (SELECT FROM ${sql.table(table)} other WHERE other.${sql.ref(column)} = ${sql.ref(own)})`;

const LEFTOVERS: readonly Leftover[] = [
  ofAccount('push_outbox'),
  ofAccount('alert_outbox'),
  ofAccount('alert'),
  ofAccount('alert_tally'),
  ofAccount('user_event'),
  ofAccount('ticket_attachment', FEW),
  ofAccount('ticket_message'),
  ofAccount('ticket'),
  ofAccount('parity_report', FEW),
  ofAccount('daily_result'),
  ofAccount('daily_result_live'),
  // The days stay in the record of results, under numbers that nobody owns any more.
  ofAccount('track_copy'),
  ofAccount('trick_publication'),
  // Takes its trades with it.
  ofAccount('backtest', FEW),
  ofDeployments('order_news'),
  ofDeployments('deployment_command'),
  ofDeployments('deployment_run', FEW),
  inTest('trade_activity'),
  inTest('position'),
  {
    table: 'order_event',
    rows: (accountId) =>
      sql`order_id IN (SELECT id FROM trade_order WHERE account_id = ${accountId} AND mode <> 'live')`,
    atOnce: MANY,
  },
  inTest('trade_order'),
  {
    // Decisions of a run that placed real orders are part of these.
    table: 'decision',
    rows: (accountId) => sql`deployment_id IN (SELECT id FROM deployment WHERE account_id = ${accountId})
      AND NOT EXISTS (SELECT FROM trade_order o WHERE o.mode = 'live'
        AND o.deployment_id = decision.deployment_id AND o.run_number = decision.run_number)`,
    atOnce: MANY,
  },
  {
    table: 'deployment',
    rows: (accountId) => {
      const names = [
        'trade_order',
        'decision',
        'broker_order',
        'live_acknowledgement',
        'risk_veto',
        'trade_activity',
        'position',
      ];
      const unnamed = names.map((table) => unnamedIn(table, 'deployment_id', 'deployment.id'));
      return sql`account_id = ${accountId} AND ${sql.join(unnamed, sql` AND `)}`;
    },
    atOnce: FEW,
  },
  {
    table: 'opening_funds',
    rows: (accountId) => sql`broker_link_id IN (SELECT id FROM broker_link WHERE account_id = ${accountId})`,
    atOnce: MANY,
  },
  ofBaskets('basket_instalment'),
  ofBaskets('basket_sip'),
  ofPaperBaskets('basket_order'),
  ofPaperBaskets('basket_run'),
  ofPaperBaskets('basket_flow'),
  inTest('owned_basket'),
  {
    table: 'basket_constituent',
    rows: (accountId) => sql`basket_version_id IN (SELECT v.id FROM basket_version v
      JOIN basket b ON b.id = v.basket_id WHERE b.account_id = ${accountId}
      AND NOT EXISTS (SELECT FROM owned_basket o WHERE o.basket_id = b.id))`,
    atOnce: MANY,
  },
  {
    table: 'basket_version',
    rows: (accountId) => sql`basket_id IN (SELECT b.id FROM basket b WHERE b.account_id = ${accountId}
      AND NOT EXISTS (SELECT FROM owned_basket o WHERE o.basket_id = b.id))`,
    atOnce: MANY,
  },
  {
    table: 'basket',
    rows: (accountId) => sql`account_id = ${accountId} AND ${unnamedIn('owned_basket', 'basket_id', 'basket.id')}`,
    atOnce: MANY,
  },
  {
    table: 'broker_link',
    rows: (accountId) => {
      const names = [
        'broker_order',
        'hand_exit',
        'live_acknowledgement',
        'reconciliation_report',
        'deployment',
        'owned_basket',
      ];
      const unnamed = names.map((table) => unnamedIn(table, 'broker_link_id', 'broker_link.id'));
      return sql`account_id = ${accountId} AND ${sql.join(unnamed, sql` AND `)}`;
    },
    atOnce: FEW,
  },
  {
    table: 'strategy_report',
    rows: (accountId) => sql`strategy_version_id IN (SELECT v.id FROM strategy_version v
      JOIN strategy s ON s.id = v.strategy_id WHERE s.owner_id = ${accountId})`,
    atOnce: FEW,
  },
  {
    // What real orders followed stays with them.
    table: 'strategy_version',
    rows: (accountId) => {
      const names = ['deployment', 'live_acknowledgement', 'decision', 'backtest'];
      const unnamed = names.map((table) => unnamedIn(table, 'strategy_version_id', 'strategy_version.id'));
      return sql`strategy_id IN (SELECT id FROM strategy WHERE owner_id = ${accountId}) AND ${sql.join(unnamed, sql` AND `)}`;
    },
    atOnce: FEW,
  },
  {
    table: 'strategy',
    rows: (accountId) => {
      const unnamed = ['strategy_version', 'deployment'].map((table) => unnamedIn(table, 'strategy_id', 'strategy.id'));
      return sql`owner_id = ${accountId} AND ${sql.join(unnamed, sql` AND `)}`;
    },
    atOnce: FEW,
  },
];

/** Deletes the next part. @returns whether there was one */
export async function deleteNextPart(db: Queryable, accountId: number): Promise<boolean> {
  for (const { table, rows, atOnce } of LEFTOVERS) {
    const name = sql.table(table);
    const part = sql`SELECT ctid FROM ONLY ${name} WHERE ${rows(accountId)} LIMIT ${atOnce}`;
    const result = await sql`DELETE FROM ONLY ${name} WHERE ctid = ANY (ARRAY(${part}))`.execute(db);
    if ((result.numAffectedRows ?? 0n) > 0n) return true;
  }
  return false;
}

/** Erased accounts of which something is left, the oldest first. */
export async function listUnfinished(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('erased_at', 'is not', null)
    .where('erasure_done_at', 'is', null)
    .orderBy('erased_at')
    .execute();
  return rows.map(({ id }) => id);
}

export async function markDone(db: Queryable, accountId: number, at: Date): Promise<void> {
  await db.updateTable('account').set({ erasure_done_at: at }).where('id', '=', accountId).execute();
}

/** Identities of accounts that were erased before a moment, unless law asks for them. */
export async function deleteIdentities(db: Queryable, before: Date): Promise<void> {
  for (const table of ['kyc', 'bank_account']) {
    await sql`DELETE FROM ${sql.table(table)} held WHERE held.account_id IN (SELECT id FROM account WHERE erased_at < ${before})
      AND NOT EXISTS (SELECT FROM legal_hold hold WHERE hold.account_id = held.account_id AND hold.lifted_at IS NULL)`.execute(
      db,
    );
  }
}
