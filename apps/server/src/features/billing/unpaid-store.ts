import type { Queryable } from '@trickdesk/db';

/** Live tricks that run for accounts which may not trade live any more. */
export function listUnpaidRuns(db: Queryable) {
  return db
    .selectFrom('deployment')
    .innerJoin('account', 'account.id', 'deployment.account_id')
    .select(['deployment.id', 'deployment.run_number'])
    .where('deployment.mode', '=', 'live')
    .where('deployment.status', '=', 'running')
    .where('account.trade_activated_at', 'is', null)
    .orderBy('deployment.id')
    .execute();
}
