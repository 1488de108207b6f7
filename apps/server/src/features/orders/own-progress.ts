import type { Queryable } from '@trickdesk/db';
import { isTerminal, type Paise } from '@trickdesk/domain';
import { findAnswerOf } from '../../platform/idempotency.ts';
import { listProgress } from './own-orders-store.ts';
import { stateIn } from './own-orders-wire.ts';
import type { Placed } from './place-own-order.ts';

/** How far an order of an account has come at the broker. */
export interface OrderProgressRow {
  readonly id: number;
  readonly isOver: boolean;
  readonly isRejected: boolean;
  readonly filledQuantity: number;
  readonly filledValuePaise: Paise;
  readonly rejectText: string;
}

/** Those of them that exist. */
export async function readOwnProgress(db: Queryable, ids: readonly number[]): Promise<OrderProgressRow[]> {
  const rows = await listProgress(db, ids);
  return rows.map((row) => {
    const state = stateIn(row.state);
    return {
      id: row.id,
      isOver: isTerminal(state),
      isRejected: state === 'rejected',
      filledQuantity: row.filled_quantity,
      filledValuePaise: row.filled_value_paise,
      rejectText: row.reject_text,
    };
  });
}

/**
 * The order that was kept for a key; `undefined` where none was. Whoever died after placing one asks this first: a
 * refusal of today says nothing about an order of before.
 */
export async function findPlaced(db: Queryable, accountId: number, key: string): Promise<number | undefined> {
  const answer = await findAnswerOf<Placed>(db, { accountId, call: 'placeorder', key });
  return answer?.kind === 'kept' ? answer.orderId : undefined;
}
