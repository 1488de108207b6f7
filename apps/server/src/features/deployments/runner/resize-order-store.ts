import type { Tx } from '@trickdesk/db';
import type { ResizedOrder } from './ex-dates.ts';
import type { RunKey } from './store.ts';

/**
 * An order that waits over an ex-date is for as much as it was.
 *
 * @throws Error where no such order waits
 */
export async function resizeOrder(tx: Tx, key: RunKey, { intentId, quantity }: ResizedOrder): Promise<number> {
  const row = await tx
    .updateTable('trade_order')
    .set({ quantity })
    .where('deployment_id', '=', key.deploymentId)
    .where('run_number', '=', key.runNumber)
    .where('intent_id', '=', intentId)
    .where('state', 'in', ['intended', 'partially_filled'])
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new Error(`intent ${intentId} of deployment ${key.deploymentId} has no order that waits`);
  return row.id;
}
