import type { OwnOrderRow } from '@trickdesk/contract';
import { Refusal } from '../../http/refusal.ts';
import type { OwnOrderParts } from './own-order-parts.ts';
import { isAnswered } from './own-orders-rules.ts';
import { findOwn } from './own-orders-store.ts';
import { ownOrderToWire, stateIn } from './own-orders-wire.ts';

const LOOK_EVERY_MS = 100;

/** An order by hand, and whether the broker's word about it is still awaited. */
export interface Standing {
  readonly order: OwnOrderRow;
  readonly onItsWay: boolean;
}

/** Waits until the broker has answered what was asked of the order, but no longer than a person would. */
export async function awaitAnswer(parts: OwnOrderParts, accountId: number, orderId: number): Promise<Standing> {
  const { database, waitMs, marketData } = parts;
  // By the machine's own clock: what is waited for happens in another process.
  const until = performance.now() + waitMs;
  for (;;) {
    const record = await findOwn(database.kysely, accountId, orderId);
    if (!record) throw new Refusal('NOT_FOUND');
    const state = stateIn(record.state);
    const isDone = isAnswered(state) && record.asked === null;
    if (isDone || performance.now() >= until) {
      return { order: ownOrderToWire(record, marketData.simulated), onItsWay: !isDone };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
