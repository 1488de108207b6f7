import type { BrokerOrderEventTable, BrokerOrderTable, Queryable, Tx } from '@trickdesk/db';
import { CompiledQuery, type Insertable, type Selectable, sql, type Updateable } from 'kysely';

/** Every SQL statement of the desk. */

/** An order, and whether a basket counts it as its own; absent where nobody asked. */
export type BrokerOrderRow = Selectable<BrokerOrderTable> & { readonly is_of_basket?: boolean };
export type BrokerOrderValues = Insertable<BrokerOrderTable>;
export type BrokerOrderChange = Updateable<BrokerOrderTable> & Pick<BrokerOrderRow, 'role' | 'settled_quantity'>;
export type OrderEventValues = Insertable<BrokerOrderEventTable>;

/** The desk that writes is not the account's desk any more: another process has taken the account up. */
export class DeskLost extends Error {}

export interface DeskLink {
  readonly account_id: number;
  readonly client_code: string;
  readonly status: string;
}

/** Makes this desk the account's only one: what an earlier one still writes is void from now on. */
export async function takeDesk(db: Queryable, linkId: number): Promise<{ fence: bigint; link: DeskLink } | undefined> {
  const row = await db
    .updateTable('broker_link')
    .set({ desk_fence: sql<bigint>`nextval('runner_fence_seq')` })
    .where('id', '=', linkId)
    .where('unlinked_at', 'is', null)
    .returning(['desk_fence', 'account_id', 'client_code', 'status'])
    .executeTakeFirst();
  return row && { fence: row.desk_fence, link: row };
}

export async function nextFence(db: Queryable): Promise<bigint> {
  const { rows } = await sql<{ fence: bigint }>`SELECT nextval('runner_fence_seq') AS fence`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a sequence gave no number');
  return row.fence;
}

/**
 * Voids whatever this desk still has under way, and waits for the end of transactions of its seats: afterwards it is
 * certain what is stored.
 *
 * @param known fences of this desk, those of tries without an answer among them
 * @returns false where another desk has the account
 */
export async function retakeDesk(
  db: Queryable,
  linkId: number,
  { fence, known }: { readonly fence: bigint; readonly known: readonly bigint[] },
): Promise<boolean> {
  const row = await db
    .updateTable('broker_link')
    .set({ desk_fence: fence })
    .where('id', '=', linkId)
    .where('desk_fence', 'in', [...known])
    .where('unlinked_at', 'is', null)
    .returning('desk_fence')
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws DeskLost */
export async function checkDesk(tx: Tx, linkId: number, fence: bigint): Promise<void> {
  const { rows } = await sql<{ desk_fence: bigint }>`/* prepared */
    SELECT desk_fence FROM broker_link WHERE id = ${linkId} FOR SHARE`.execute(tx);
  if (rows[0]?.desk_fence !== fence) throw new DeskLost(`the desk of link ${linkId} was taken over`);
}

const isOfBasket =
  sql<boolean>`EXISTS (SELECT FROM basket_order WHERE basket_order.broker_order_id = broker_order.id)`.as(
    'is_of_basket',
  );

export function listUnsettled(db: Queryable, linkId: number, day: string): Promise<BrokerOrderRow[]> {
  return db
    .selectFrom('broker_order')
    .selectAll()
    .select(isOfBasket)
    .where('broker_link_id', '=', linkId)
    .where('role', '!=', 'foreign')
    .where((or) => or.or([or('settled', '=', false), or('day', '=', day)]))
    .orderBy('id')
    .execute();
}

export interface OpenIntentRow {
  readonly id: number;
  readonly deployment_id: number;
  readonly run_number: number;
  readonly intent_id: number;
  readonly purpose: 'entry' | 'exit';
  readonly symbol: string;
  readonly quantity: number;
  readonly filled_quantity: number;
  readonly at: Date;
  /** The decision that it follows, as the engine wrote it. */
  readonly decision: string | null;
  /** The run no longer waits for it: what is not executed is to be taken back. */
  readonly withdrawn: boolean;
}

/** In the history of an order, and by it the next desk knows. */
const WITHDRAWN_NOTE = 'No longer wanted: what is not filled is taken back.';

/** Notes at the orders of an intent that its run does not want them any more. */
export async function noteWithdrawn(
  tx: Tx,
  intent: { readonly deploymentId: number; readonly runNumber: number; readonly intentId: number },
  { at, wall }: { readonly at: Date; readonly wall: Date },
): Promise<void> {
  const { deploymentId, runNumber, intentId } = intent;
  await sql`
    INSERT INTO broker_order_event (broker_order_id, what, state, note, filled_quantity, exchange_at, at)
    SELECT o.id, 'dropped', o.state, ${WITHDRAWN_NOTE}, o.filled_quantity, ${at}, ${wall}
    FROM trade_order intent JOIN broker_order o ON o.trade_order_id = intent.id AND o.role = 'entry'
    WHERE intent.deployment_id = ${deploymentId} AND intent.run_number = ${runNumber}
      AND intent.intent_id = ${intentId}`.execute(tx);
}

/** Intents of live runs on the account that have not come to their end. */
export function listOpenIntents(db: Queryable, linkId: number): Promise<OpenIntentRow[]> {
  return db
    .selectFrom('trade_order as intent')
    .innerJoin('deployment', (join) =>
      join.onRef('deployment.id', '=', 'intent.deployment_id').onRef('deployment.run_number', '=', 'intent.run_number'),
    )
    .leftJoin('decision', (join) =>
      join
        .onRef('decision.deployment_id', '=', 'intent.deployment_id')
        .onRef('decision.run_number', '=', 'intent.run_number')
        .onRef('decision.sequence', '=', 'intent.intent_id'),
    )
    .select([
      'intent.id',
      'intent.deployment_id',
      'intent.run_number',
      'intent.intent_id',
      'intent.purpose',
      'intent.symbol',
      'intent.quantity',
      'intent.filled_quantity',
      'intent.at',
      'decision.body as decision',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('broker_order_event as event')
            .innerJoin('broker_order as o', 'o.id', 'event.broker_order_id')
            .whereRef('o.trade_order_id', '=', 'intent.id')
            .where('event.what', '=', 'dropped')
            .where('event.note', '=', WITHDRAWN_NOTE)
            .select('event.id'),
        )
        .as('withdrawn'),
    )
    .$narrowType<{ withdrawn: boolean }>()
    .where('deployment.broker_link_id', '=', linkId)
    .where('intent.mode', '=', 'live')
    .where('intent.state', 'not in', ['filled', 'cancelled', 'rejected', 'expired'])
    .orderBy('intent.id')
    .execute();
}

export interface OpenPositionRow {
  readonly deployment_id: number;
  readonly run_number: number;
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly quantity: number;
  readonly stop_paise: number | null;
}

export function listPositions(db: Queryable, linkId: number): Promise<OpenPositionRow[]> {
  return db
    .selectFrom('position')
    .innerJoin('deployment', 'deployment.id', 'position.deployment_id')
    .select([
      'position.deployment_id',
      'position.run_number',
      'position.symbol',
      'position.direction',
      'position.quantity',
      'position.stop_paise',
    ])
    .where('deployment.broker_link_id', '=', linkId)
    .where('position.mode', '=', 'live')
    .where('position.status', '=', 'open')
    .execute();
}

/** An execution that was told and that its run has not taken in yet. */
export interface UntakenRow {
  readonly deployment_id: number;
  readonly run_number: number;
  readonly quantity: number;
  /** Of a fill. */
  readonly intent_id: number | null;
  /** Of an exit by the broker. */
  readonly base: number | null;
}

export async function listUntaken(db: Queryable, linkId: number): Promise<UntakenRow[]> {
  const { rows } = await sql<UntakenRow>`
    SELECT news.deployment_id, news.run_number, (news.body->>'quantity')::int AS quantity,
           (news.body->>'intentId')::int AS intent_id, (news.body->>'base')::int AS base
    FROM order_news AS news JOIN deployment ON deployment.id = news.deployment_id
    WHERE deployment.broker_link_id = ${linkId} AND news.applied_at IS NULL
      AND news.body->>'kind' IN ('fill', 'broker_exit')`.execute(db);
  return rows;
}

/** Hands orders over to their owner; `keepIds`: those that stay at the broker. What they did before stays the run's. */
export async function detachRows(
  tx: Tx,
  { keepIds, otherIds }: { readonly keepIds: readonly number[]; readonly otherIds: readonly number[] },
): Promise<void> {
  const settled = { settled_quantity: sql<number>`filled_quantity` };
  const ended = sql<boolean>`state IN ('filled', 'cancelled', 'rejected', 'expired')`;
  if (keepIds.length > 0) {
    await tx
      .updateTable('broker_order')
      .set({ ...settled, role: 'own' })
      .where('id', 'in', [...keepIds])
      .execute();
  }
  if (otherIds.length > 0) {
    await tx
      .updateTable('broker_order')
      .set({ ...settled, settled: ended })
      .where('id', 'in', [...otherIds])
      .execute();
  }
}

export async function insertOrderRow(tx: Tx, values: Insertable<BrokerOrderTable>): Promise<number> {
  // In plain words: to build a statement of so many columns takes longer than to carry it out.
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = given.map(([column]) => column).join(', ');
  const places = given.map((_, place) => `$${place + 1}`).join(', ');
  const text = `/* prepared */ INSERT INTO broker_order (${columns}) VALUES (${places}) RETURNING id`;
  const parameters = given.map(([, value]) => value);
  const [row] = (await tx.executeQuery<{ id: number }>(CompiledQuery.raw(text, parameters))).rows;
  if (!row) throw new Error('an order that was stored has no number');
  return row.id;
}

/**
 * That a position was handed over stands in its orders' rows with the run's own transaction (`detachRows`). A step that
 * was taken before it and is stored after it must not undo that: a desk that read such rows would take the owner's stop
 * back, or sell what is theirs.
 */
export async function updateOrderRow(
  tx: Tx,
  id: number,
  { role, settled_quantity: settled, ...values }: BrokerOrderChange,
): Promise<void> {
  await tx
    .updateTable('broker_order')
    .set({
      ...values,
      role: sql<BrokerOrderRow['role']>`CASE role WHEN 'own' THEN role ELSE ${role} END`,
      settled_quantity: sql<number>`greatest(settled_quantity, ${settled}::int)`,
    })
    .where('id', '=', id)
    .execute();
}

export async function insertTimeline(tx: Tx, rows: readonly Insertable<BrokerOrderEventTable>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('broker_order_event')
      .values([...rows])
      .execute();
}

export interface NewsRow {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly body: string;
  readonly at: Date;
}

export async function insertNews(tx: Tx, rows: readonly NewsRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({
    deployment_id: row.deploymentId,
    run_number: row.runNumber,
    body: row.body,
    at: row.at,
    applied_at: null,
  }));
  await tx.insertInto('order_news').values(values).execute();
}

/** The latest acknowledgement of going live: whose algorithm orders of the deployment are. */
export function findAlgo(
  db: Queryable,
  deploymentId: number,
): Promise<{ algo_id: string; version_hash: string } | undefined> {
  return db
    .selectFrom('live_acknowledgement')
    .select(['algo_id', 'version_hash'])
    .where('deployment_id', '=', deploymentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface OwnRequestRow {
  readonly id: bigint;
  readonly broker_order_id: number;
  readonly verb: 'modify' | 'cancel';
  readonly body: unknown;
  readonly role: string;
  readonly state: string;
}

/** What owners asked of their own orders, and operators of entries, oldest first. */
export function listOwnRequests(db: Queryable, linkId: number): Promise<OwnRequestRow[]> {
  return db
    .selectFrom('broker_order_request as request')
    .innerJoin('broker_order', 'broker_order.id', 'request.broker_order_id')
    .select(['request.id', 'request.broker_order_id', 'request.verb', 'request.body'])
    .select(['broker_order.role', 'broker_order.state'])
    .where('broker_order.broker_link_id', '=', linkId)
    .where('request.applied_at', 'is', null)
    .orderBy('request.id')
    .execute();
}

/** @param at when they were carried out; `null`: they must be once more */
export async function markRequests(tx: Tx, ids: readonly bigint[], at: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('broker_order_request')
    .set({ applied_at: at })
    .where('id', 'in', [...ids])
    .execute();
}

export interface PastChangeRow {
  readonly id: bigint;
  readonly broker_order_id: number;
  readonly body: unknown;
}

/** Changes of own orders that still live, carried out since a moment, oldest first. */
export async function listPastChanges(db: Queryable, linkId: number, since: Date): Promise<PastChangeRow[]> {
  const { rows } = await sql<PastChangeRow>`
    SELECT request.id, request.broker_order_id, request.body
    FROM broker_order o JOIN broker_order_request request ON request.broker_order_id = o.id
    WHERE o.broker_link_id = ${linkId} AND o.role = 'own' AND NOT o.settled
      AND request.verb = 'modify' AND request.applied_at >= ${since}
    ORDER BY request.id`.execute(db);
  return rows;
}

/** Own orders that nobody has taken up yet. */
export function listNewOwn(db: Queryable, linkId: number): Promise<BrokerOrderRow[]> {
  return db
    .selectFrom('broker_order')
    .selectAll()
    .select(isOfBasket)
    .where('broker_link_id', '=', linkId)
    .where('settled', '=', false)
    .where('role', '=', 'own')
    .where('state', '=', 'intended')
    .where('sent_at', 'is', null)
    .orderBy('id')
    .execute();
}
