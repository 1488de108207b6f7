import type { Queryable } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import { sql } from 'kysely';

/** Every SQL statement about parity reports. */

/** Tricks with a run that had begun before the day's close and was up on that day, without a report of it. */
export async function listRunsWithoutReport(
  db: Queryable,
  asked: { readonly dataset: string; readonly day: IndiaDate; readonly openAt: Date; readonly closeAt: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('deployment')
    .select('deployment.id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deployment_run as run')
          .select('run.run_number')
          .whereRef('run.deployment_id', '=', 'deployment.id')
          .where('run.dataset', '=', asked.dataset)
          .where('run.started_exchange_at', '<', asked.closeAt)
          // What was fed to it last tells whether it was up on that day.
          .where('run.last_bar_at', '>=', asked.openAt),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('parity_report')
            .select('parity_report.id')
            .whereRef('parity_report.deployment_id', '=', 'deployment.id')
            .where('parity_report.day', '=', asked.day),
        ),
      ),
    )
    .orderBy('deployment.id')
    .limit(50)
    .execute();
  return rows.map(({ id }) => id);
}

export interface DayAsked {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly openAt: Date;
  readonly closeAt: Date;
}

/** A position of the day with the orders behind it. */
export interface DonePosition {
  symbol: string;
  direction: 'long' | 'short';
  quantity: number;
  entry_at: Date;
  entry_paise: number;
  entry_intent: number;
  wanted_quantity: number;
  exit_at: Date | null;
  exit_paise: number | null;
  entry_order_id: number;
  exit_order_id: number | null;
  exit_intent: number | null;
  entry_charges_paise: bigint;
  charges_paise: bigint;
  gross_paise: bigint | null;
  entry_state: string;
  exit_state: string | null;
  entry_spread_paise: bigint | null;
  entry_unshown: number | null;
  exit_spread_paise: bigint | null;
  exit_unshown: number | null;
}

export async function listPositionsOfDay(db: Queryable, asked: DayAsked): Promise<DonePosition[]> {
  return db
    .selectFrom('position')
    .innerJoin('trade_order as entry', 'entry.id', 'position.entry_order_id')
    .leftJoin('trade_order as leaving', 'leaving.id', 'position.exit_order_id')
    .select([
      'position.symbol',
      'position.direction',
      'position.quantity',
      'position.entry_at',
      'position.entry_paise',
      'entry.intent_id as entry_intent',
      'entry.quantity as wanted_quantity',
      'position.exit_at',
      'position.exit_paise',
      'position.entry_order_id',
      'position.exit_order_id',
      'leaving.intent_id as exit_intent',
      'position.entry_charges_paise',
      'position.charges_paise',
      'position.gross_paise',
      'entry.state as entry_state',
      'leaving.state as exit_state',
      'entry.spread_paise as entry_spread_paise',
      'entry.unshown_quantity as entry_unshown',
      'leaving.spread_paise as exit_spread_paise',
      'leaving.unshown_quantity as exit_unshown',
    ])
    .where('position.deployment_id', '=', asked.deploymentId)
    .where('position.run_number', '=', asked.runNumber)
    .where('position.entry_at', '<=', asked.closeAt)
    .where(({ or, eb }) => or([eb('position.exit_at', 'is', null), eb('position.exit_at', '>=', asked.openAt)]))
    .orderBy('position.entry_at')
    .orderBy('position.id')
    .execute();
}

/** What was executed of an order at a broker, and what the market showed when it left. */
export interface BrokerFill {
  trade_order_id: number | null;
  symbol: string;
  role: string;
  side: 'buy' | 'sell';
  /** `elsewhere`: no order, but units that were closed at the broker without one of ours. */
  placed_kind: string;
  filled_quantity: number;
  price_paise: number;
  exchange_at: Date;
  quote_bid_paise: number | null;
  quote_ask_paise: number | null;
  quote_last_paise: number | null;
}

/** Of a run's orders of the day, and of those behind the given intents whenever they were made. */
export async function listBrokerFills(
  db: Queryable,
  asked: DayAsked,
  tradeOrderIds: readonly number[],
): Promise<BrokerFill[]> {
  return db
    .selectFrom('broker_order')
    .select([
      'trade_order_id',
      'symbol',
      'role',
      'side',
      'placed_kind',
      'filled_quantity',
      'price_paise',
      'exchange_at',
      'quote_bid_paise',
      'quote_ask_paise',
      'quote_last_paise',
    ])
    .where('deployment_id', '=', asked.deploymentId)
    .where('run_number', '=', asked.runNumber)
    .where('role', 'in', ['entry', 'exit', 'protective'])
    .where('filled_quantity', '>', 0)
    .where(({ or, and, eb }) =>
      or([
        and([eb('exchange_at', '>=', asked.openAt), eb('exchange_at', '<=', asked.closeAt)]),
        eb('trade_order_id', '=', sql<number>`any(${tradeOrderIds})`),
      ]),
    )
    .orderBy('id')
    .execute();
}

export async function listDecisionBodies(
  db: Queryable,
  asked: DayAsked,
  sequences: readonly number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('decision')
    .select('body')
    .where('deployment_id', '=', asked.deploymentId)
    .where('run_number', '=', asked.runNumber)
    .where(({ or, and, eb }) =>
      or([
        and([eb('at', '>=', asked.openAt), eb('at', '<=', asked.closeAt)]),
        eb('sequence', '=', sql<number>`any(${sequences})`),
      ]),
    )
    .orderBy('sequence')
    .execute();
  return rows.map(({ body }) => body);
}

/**
 * Entries that were to be filled on the day and of which nothing was. What a daily bar decides at the close waits for the
 * next morning.
 *
 * @param asked.since the close of the session before
 */
export async function listUnfilledEntries(
  db: Queryable,
  asked: DayAsked & { readonly since: Date },
): Promise<{ readonly intent_id: number; readonly state: string }[]> {
  return db
    .selectFrom('trade_order')
    .select(['intent_id', 'state'])
    .where('deployment_id', '=', asked.deploymentId)
    .where('run_number', '=', asked.runNumber)
    .where('purpose', '=', 'entry')
    .where('filled_quantity', '=', 0)
    .where('at', '>=', asked.since)
    .where('at', '<=', asked.closeAt)
    .execute();
}

/** What its owner did on the day to one of its instruments. */
export interface OwnersTouch {
  readonly verb: 'set_levels' | 'enable_base';
  readonly base: number;
  /** Of a base that was switched. */
  readonly enabled: boolean | null;
  /** By the exchange's clock, see `firstDisturbances`. */
  readonly moment: Date;
}

/** Levels that its owner moved, and instruments that were switched on or off, in their order. */
export async function listOwnersTouches(
  db: Queryable,
  asked: DayAsked & { readonly dataset: string },
): Promise<OwnersTouch[]> {
  const { rows } = await sql<OwnersTouch>`
    SELECT command.verb, (command.body->>'base')::int AS base, (command.body->>'enabled')::boolean AS enabled, moment
      FROM deployment_command command, market_clock clock,
        LATERAL (SELECT clock.exchange_at - (clock.seen_at - command.requested_at) * clock.speed AS moment) reckoned
      WHERE command.deployment_id = ${asked.deploymentId} AND command.run_number = ${asked.runNumber}
        AND command.verb IN ('set_levels', 'enable_base') AND clock.dataset = ${asked.dataset}
        AND moment BETWEEN ${asked.openAt} AND ${asked.closeAt}
      ORDER BY command.id`.execute(db);
  return rows;
}

/**
 * When its owner first changed what it may do on that day, and when it was first halted, by the exchange's clock. A
 * command is kept with our time alone: where the exchange's stood then is reckoned back from where it stands now.
 */
export async function firstDisturbances(
  db: Queryable,
  asked: DayAsked & { readonly dataset: string; readonly startedAt: Date },
): Promise<{ readonly owner_from: Date | null; readonly halted_from: Date | null }> {
  const { rows } = await sql<{ owner_from: Date | null; halted_from: Date | null }>`
    SELECT
      (SELECT min(line.exchange_at) FROM trade_activity line
        WHERE line.deployment_id = ${asked.deploymentId} AND line.kind = 'halt'
          AND line.exchange_at >= ${asked.startedAt}
          AND line.exchange_at BETWEEN ${asked.openAt} AND ${asked.closeAt}) AS halted_from,
      (SELECT min(moment) FROM deployment_command command, market_clock clock,
          LATERAL (SELECT clock.exchange_at - (clock.seen_at - command.requested_at) * clock.speed AS moment) reckoned
        WHERE command.deployment_id = ${asked.deploymentId} AND command.run_number = ${asked.runNumber}
          AND command.verb <> 'set_levels' AND clock.dataset = ${asked.dataset}
          AND moment BETWEEN ${asked.openAt} AND ${asked.closeAt}) AS owner_from`.execute(db);
  return rows[0] ?? { owner_from: null, halted_from: null };
}

export async function putReport(
  db: Queryable,
  report: {
    readonly accountId: number;
    readonly deploymentId: number;
    readonly day: IndiaDate;
    readonly mode: string;
    readonly body: string;
    readonly at: Date;
  },
): Promise<void> {
  const { body, mode, at } = report;
  await db
    .insertInto('parity_report')
    .values({ account_id: report.accountId, deployment_id: report.deploymentId, day: report.day, body, mode, at })
    .onConflict((conflict) => conflict.columns(['deployment_id', 'day']).doUpdateSet({ body, mode, at }))
    .execute();
}

export interface StoredParity {
  day: string;
  mode: string;
  body: unknown;
  at: Date;
}

export async function findReport(
  db: Queryable,
  asked: { readonly accountId: number; readonly deploymentId: number; readonly day?: IndiaDate | undefined },
): Promise<StoredParity | undefined> {
  let query = db
    .selectFrom('parity_report')
    .select(['day', 'mode', 'body', 'at'])
    .where('account_id', '=', asked.accountId)
    .where('deployment_id', '=', asked.deploymentId)
    .orderBy('day', 'desc')
    .limit(1);
  if (asked.day !== undefined) query = query.where('day', '=', asked.day);
  return query.executeTakeFirst();
}

/** Newest first. */
export async function listReportDays(db: Queryable, accountId: number, deploymentId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('parity_report')
    .select('day')
    .where('account_id', '=', accountId)
    .where('deployment_id', '=', deploymentId)
    .orderBy('day', 'desc')
    .limit(60)
    .execute();
  return rows.map(({ day }) => day);
}

/** The newest reports of a trick, without where the run stood after them. */
export async function listRecentReports(
  db: Queryable,
  asked: { readonly accountId: number; readonly deploymentId: number; readonly limit: number },
): Promise<{ readonly day: string; readonly mode: string; readonly parity: unknown }[]> {
  return db
    .selectFrom('parity_report')
    .select(['day', 'mode', sql<unknown>`body->'parity'`.as('parity')])
    .where('account_id', '=', asked.accountId)
    .where('deployment_id', '=', asked.deploymentId)
    .orderBy('day', 'desc')
    .limit(asked.limit)
    .execute();
}
