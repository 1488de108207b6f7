import { type RawBuilder, sql } from 'kysely';

export interface PageWindow {
  readonly limit: number;
  readonly offset: number;
}

/** Of lists on the screen. Exports and other clients ask for others. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([6, 12]);

/**
 * `LIMIT` and `OFFSET` of a statement that is prepared. What a parameter will hold is unknown to the plan that a
 * connection keeps: it counts a tenth of all rows, looks dearer than a plan for one page, and the server would plan each
 * call anew. So what nearly everybody asks stands in the text: a usual size, and the first page.
 */
export function pageWindow({ limit, offset }: PageWindow): RawBuilder<unknown> {
  const size = USUAL_LIMITS.has(limit) ? sql.lit(limit) : sql`${limit}`;
  return offset === 0 ? sql`LIMIT ${size}` : sql`LIMIT ${size} OFFSET ${offset}`;
}
