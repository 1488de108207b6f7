import type { Queryable } from '@trickdesk/db';
import { sql } from 'kysely';

/** Steps of the making of a demo account's history. */
export interface DemoProgress {
  readonly done: number;
  readonly total: number;
}

/** What is done stays done: a start that looks again from the beginning does not go back. */
export async function putDemoProgress(db: Queryable, accountId: number, { done, total }: DemoProgress): Promise<void> {
  await db
    .insertInto('demo_history')
    .values({ account_id: accountId, done, total })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        done: sql<number>`least(greatest(demo_history.done, excluded.done), excluded.total)`,
        total: (eb) => eb.ref('excluded.total'),
      }),
    )
    .execute();
}

/** For a history that cannot be made: nobody is to wait for it. */
export async function forgetDemoProgress(db: Queryable): Promise<void> {
  await db.deleteFrom('demo_history').execute();
}

/** @returns undefined where nothing is being made (any more) */
export async function readDemoProgress(db: Queryable, accountId?: number): Promise<DemoProgress | undefined> {
  let query = db.selectFrom('demo_history').select(['done', 'total']).whereRef('done', '<', 'total').limit(1);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  return query.executeTakeFirst();
}
