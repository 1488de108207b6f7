import type { Queryable, Tx } from '@trickdesk/db';
import { stopLiveRuns } from '../baskets/index.ts';
import { deleteKillSwitchOf, putKillSwitch, requestCancels } from './change-store.ts';
import { stopAll, wake } from './kill-switch.ts';
import type { RiskParts } from './parts.ts';
import { readRestingByHand } from './resting-by-hand.ts';
import { lockRisk } from './store.ts';

const OPERATOR = 'operator';
/** Of a basket's run, for its owner. */
const BLOCKED = 'The account was blocked: what was left was not traded, and nothing goes on by itself.';

export type StopParts = Pick<RiskParts, 'database' | 'bus' | 'clock' | 'marketData'>;

export interface StoppedEntries {
  /** Tricks in either mode that were told to enter no more. */
  readonly touched: readonly number[];
  /** Orders by hand that rested and would have opened something. */
  readonly cancelled: number;
}

/**
 * Stops every entry of an account for the operators: its tricks in both modes, and orders by hand. Exits go on, and what
 * only closes something by hand stays: whoever is blocked cannot place another stop for what they hold.
 */
export async function stopEntriesWithin(
  tx: Tx,
  parts: StopParts,
  { accountId, reason, now }: { readonly accountId: number; readonly reason: string; readonly now: Date },
): Promise<StoppedEntries> {
  const touched: number[] = [];
  // First the tricks, then the lock: a run that enters holds its own row before it asks the gate.
  await stopAll(tx, parts, { accountId, origin: undefined, flatten: false, touched });
  await lockRisk(tx, accountId);
  await putKillSwitch(tx, accountId, { setBy: OPERATOR, reason, at: now });
  await stopLiveRuns(tx, { accountId, reason: BLOCKED, at: now });
  const { opening } = await readRestingByHand(tx, { accountId, dataset: parts.marketData.dataset });
  await requestCancels(
    tx,
    opening.map(({ id }) => id),
    now,
  );
  return { touched, cancelled: opening.length };
}

/** Lifts what the operators have set; a switch of its owner's stays. Nothing starts by itself. */
export async function liftStopWithin(tx: Tx, accountId: number): Promise<void> {
  await lockRisk(tx, accountId);
  await deleteKillSwitchOf(tx, accountId, OPERATOR);
}

/** After the commit. */
export const wakeStopped = (parts: StopParts, accountId: number, touched: readonly number[]): Promise<void> =>
  wake(parts, accountId, touched);

/** Orders by hand that a stop would take back. */
export async function countRestingOwn(
  db: Queryable,
  account: { readonly accountId: number; readonly dataset: string },
): Promise<number> {
  return (await readRestingByHand(db, account)).opening.length;
}
