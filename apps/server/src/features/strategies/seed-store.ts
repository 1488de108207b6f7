import type { Tx } from '@trickdesk/db';
import { sql } from 'kysely';

export interface CatalogueRow {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly category: string;
  readonly segment: string;
  readonly risk: string;
  readonly minCapitalPaise: bigint;
  readonly definition: string;
  readonly note: string;
  readonly now: Date;
}

/** Puts one entry of the catalogue into the database; a changed definition becomes a new, immutable version. */
export async function putCatalogueEntry(tx: Tx, row: CatalogueRow): Promise<void> {
  const facts = {
    name: row.name,
    summary: row.summary,
    description: row.description,
    category: row.category,
    segment: row.segment,
    risk: row.risk,
    min_capital_paise: row.minCapitalPaise,
    retired_at: null,
  };
  const strategy = await tx
    .insertInto('strategy')
    .values({ slug: row.slug, author: 'Trickdesk', published_at: row.now, created_at: row.now, ...facts })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow();
  const newest = await tx
    .selectFrom('strategy_version')
    .select(['version', sql<boolean>`definition = ${row.definition}::jsonb`.as('same')])
    .where('strategy_id', '=', strategy.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.same) return;
  await tx
    .insertInto('strategy_version')
    .values({
      strategy_id: strategy.id,
      version: (newest?.version ?? 0) + 1,
      definition: row.definition,
      note: newest ? row.note : 'First version',
      created_at: row.now,
    })
    .execute();
}

export async function retireOthers(tx: Tx, slugs: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('strategy')
    .set({ retired_at: now })
    .where('slug', 'is not', null)
    .where('slug', 'not in', slugs)
    .where('retired_at', 'is', null)
    .execute();
}
