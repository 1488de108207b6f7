import type { Tx } from '@trickdesk/db';
import { sql } from 'kysely';

/** Statements about what the catalogue offers of the tricks that people made: tricks of its own, with their own versions. */

export interface PublishedRow {
  /** The own trick. */
  readonly originId: number;
  readonly originVersionId: number;
  readonly author: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly category: string;
  readonly segment: string;
  readonly risk: string;
  readonly minCapitalPaise: bigint;
  readonly now: Date;
}

/** Puts a version of an own trick into the catalogue: a new trick of it, or the next version of the one that is there. */
export async function putPublished(
  tx: Tx,
  { originId, originVersionId, now, minCapitalPaise, ...words }: PublishedRow,
): Promise<{ readonly strategyId: number; readonly versionId: number }> {
  const facts = { ...words, min_capital_paise: minCapitalPaise, published_at: now, retired_at: null };
  const earlier = await tx
    .updateTable('strategy')
    .set(facts)
    .where('origin_id', '=', originId)
    .returning('id')
    .executeTakeFirst();
  const { id } =
    earlier ??
    (await tx
      .insertInto('strategy')
      .values({ ...facts, origin_id: originId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow());
  const { rows } = await sql<{ id: number }>`
    INSERT INTO strategy_version (strategy_id, version, definition, note, created_at)
    SELECT ${id}, before.newest + 1, definition,
      CASE before.newest WHEN 0 THEN 'First version' ELSE 'Rules changed' END, ${now}
    FROM strategy_version,
      (SELECT coalesce(max(version), 0) AS newest FROM strategy_version WHERE strategy_id = ${id}) before
    WHERE strategy_version.id = ${originVersionId} RETURNING id`.execute(tx);
  const versionId = rows[0]?.id;
  if (versionId === undefined) throw new Error(`there is no version ${originVersionId}`);
  return { strategyId: id, versionId };
}

/** Takes what was published of an own trick out of the catalogue. @returns whether it was in it */
export async function retirePublished(tx: Tx, originId: number, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('strategy')
    .set({ retired_at: at })
    .where('origin_id', '=', originId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** What waits for an operator is taken back. */
export async function withdrawWaiting(tx: Tx, originId: number, at: Date): Promise<void> {
  await tx
    .updateTable('trick_publication')
    .set({ state: 'withdrawn', decided_at: at })
    .where('strategy_id', '=', originId)
    .where('state', '=', 'waiting')
    .execute();
}
