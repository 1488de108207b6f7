import type { Tx } from '@trickdesk/db';
import { recordActivity } from '../activity/index.ts';
import { closeActivation, type SubscriptionRow, setRoboActivation } from './store.ts';

/**
 * What a subscription unlocked is locked again, in the caller's transaction. Live tricks are halted afterwards
 * (`haltUnpaid`): their entries ask for the activation themselves.
 */
export async function endEntitlement(
  tx: Tx,
  { account_id: accountId, name, entitlements }: SubscriptionRow,
  at: Date,
): Promise<void> {
  if (entitlements.liveTrading) await closeActivation(tx, accountId);
  if (entitlements.roboPro) await setRoboActivation(tx, accountId, null);
  await recordActivity(tx, { accountId, kind: 'money', sentence: `${name} has ended.`, at });
}
