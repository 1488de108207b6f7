import { type RawBuilder, sql } from 'kysely';

/** How much of a list is wanted, and in which order: the youngest first where none is named. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: StoredSort | undefined;
}

/** Orders by what a deployment's own row says; one that has decided nothing yet stands last, either way. */
export type StoredSort = keyof typeof SORTS;

const SORTS = {
  name: sql`lower(deployment.name) COLLATE "C" ASC, deployment.id ASC`,
  '-name': sql`lower(deployment.name) COLLATE "C" DESC, deployment.id DESC`,
  capital: sql`deployment.capital_paise ASC, deployment.id ASC`,
  '-capital': sql`deployment.capital_paise DESC, deployment.id DESC`,
  decision: sql`deployment.last_decision_at ASC NULLS LAST, deployment.id ASC`,
  '-decision': sql`deployment.last_decision_at DESC NULLS LAST, deployment.id DESC`,
} as const;

export function orderOf(page: Page | undefined): RawBuilder<unknown> {
  return page?.sort === undefined ? sql`deployment.id DESC` : SORTS[page.sort];
}
