import type { Tx } from '@trickdesk/db';
import { sql } from 'kysely';

/** Statements about entries that were decided at a close and wait for the next opening. */

export interface RunOfEntries {
  readonly deploymentId: number;
  readonly runNumber: number;
}

export interface WaitingEntryRow {
  readonly id: number;
  readonly intent_id: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
}

/** One after another with what the run itself writes. @returns false where it has ended or enters nothing any more */
export async function lockRunning(tx: Tx, { deploymentId, runNumber }: RunOfEntries): Promise<boolean> {
  const row = await tx
    .selectFrom('deployment')
    .select('id')
    .where('id', '=', deploymentId)
    .where('run_number', '=', runNumber)
    .where('status', '=', 'running')
    .where('phase', '<>', 'idle')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

const isOpen = (intent: string) => sql`${sql.raw(intent)}.purpose = 'entry' AND ${sql.raw(intent)}.mode = 'live'
  AND ${sql.raw(intent)}.state = 'intended'
  AND NOT EXISTS (SELECT FROM broker_order o WHERE o.trade_order_id = ${sql.raw(intent)}.id)
  AND NOT EXISTS (SELECT FROM order_news news WHERE news.deployment_id = ${sql.raw(intent)}.deployment_id
    AND news.run_number = ${sql.raw(intent)}.run_number AND news.applied_at IS NULL
    AND news.body->>'kind' = 'ended' AND (news.body->>'intentId')::int = ${sql.raw(intent)}.intent_id)`;

/** Intents to enter, decided before a moment, that no order was made for and that their run was not told the end of. */
export async function listWaitingEntries(
  tx: Tx,
  { deploymentId, runNumber }: RunOfEntries,
  { symbols, before }: { readonly symbols: readonly string[]; readonly before: Date },
): Promise<WaitingEntryRow[]> {
  const { rows } = await sql<WaitingEntryRow>`
    SELECT intent.id, intent.intent_id, intent.symbol, intent.side, intent.quantity
    FROM trade_order intent
    WHERE intent.deployment_id = ${deploymentId} AND intent.run_number = ${runNumber}
      AND intent.symbol = ANY (${[...symbols]}::text[]) AND intent.at < ${before} AND ${isOpen('intent')}
    ORDER BY intent.id`.execute(tx);
  return rows;
}

/** Tells a run the end of an entry that it withdraws and that no order was made for. @returns whether it was one */
export async function endWaitingEntry(
  tx: Tx,
  { deploymentId, runNumber }: RunOfEntries,
  { intentId, body, at }: { readonly intentId: number; readonly body: string; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO order_news (deployment_id, run_number, body, at)
    SELECT intent.deployment_id, intent.run_number, ${body}::jsonb, ${at} FROM trade_order intent
    WHERE intent.deployment_id = ${deploymentId} AND intent.run_number = ${runNumber}
      AND intent.intent_id = ${intentId} AND ${isOpen('intent')}
    RETURNING id`.execute(tx);
  return rows.length > 0;
}
