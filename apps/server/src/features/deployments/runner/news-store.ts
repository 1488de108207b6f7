import type { Queryable, Tx } from '@trickdesk/db';
import { sql } from 'kysely';
import type { RunKey } from './store.ts';

/** What a run was told of its orders and has not taken yet. */
export interface OpenNewsRow {
  id: bigint;
  body: unknown;
}

/** In the order in which it was told. */
export async function listOpenNews(db: Queryable, run: Omit<RunKey, 'fence'>): Promise<OpenNewsRow[]> {
  return db
    .selectFrom('order_news')
    .select(['id', 'body'])
    .where('deployment_id', '=', run.deploymentId)
    .where('run_number', '=', run.runNumber)
    .where('applied_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Which of the deployments have been told something that they have not taken yet: one question for all of them. */
export async function listWithOpenNews(db: Queryable, deploymentIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (deploymentIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('order_news')
    .select('deployment_id')
    .distinct()
    .where('deployment_id', '=', sql<number>`ANY(${[...deploymentIds]}::int[])`)
    .where('applied_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.deployment_id));
}

/** In the transaction that stores what the news led to. @throws Error when a piece was counted before */
export async function markNewsApplied(tx: Tx, ids: readonly bigint[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  const result = await tx
    .updateTable('order_news')
    .set({ applied_at: at })
    .where('id', 'in', ids)
    .where('applied_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows !== BigInt(ids.length)) throw new Error(`news ${ids.join(', ')} was counted before`);
}
