import type { Queryable } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import { listResting, type RestingOrder } from './change-store.ts';
import { type LineOrder, remainingOf } from './lines.ts';
import { reducingQuantity } from './reducing.ts';
import { listLineOrders } from './store.ts';

/** Orders by hand that rest and that nobody takes back yet. */
export interface RestingByHand {
  /** They only make smaller what the account holds. */
  readonly closing: readonly RestingOrder[];
  readonly opening: readonly RestingOrder[];
}

/**
 * Sorts what rests by hand. Where orders could close the same units, a stop has the first claim to them: it is what
 * guards the position, and what comes after it would open the other side.
 */
export async function readRestingByHand(
  db: Queryable,
  { accountId, dataset }: { readonly accountId: number; readonly dataset: string },
): Promise<RestingByHand> {
  const resting = await listResting(db, accountId, 'own');
  const lines = new Map<IndiaDate, LineOrder[]>();
  for (const { day } of resting) {
    if (!lines.has(day)) lines.set(day, await listLineOrders(db, { accountId, dataset, day }));
  }
  return sortRestingByHand(resting, (day) => lines.get(day) ?? []);
}

/** Stops by hand that only close something: who stops everything does not ask for a position without its guard. */
export async function listKeptStops(
  db: Queryable,
  account: { readonly accountId: number; readonly dataset: string },
): Promise<number[]> {
  return (await readRestingByHand(db, account)).closing.filter(isStop).map(({ id }) => id);
}

/** @param ordersOf what the account holds and may come to hold on a day */
export function sortRestingByHand(
  resting: readonly RestingOrder[],
  ordersOf: (day: IndiaDate) => readonly LineOrder[],
): RestingByHand {
  const [closing, opening]: [RestingOrder[], RestingOrder[]] = [[], []];
  const claims = new Set<number>();
  // What is being taken back has no claim, nor what is found to open something.
  const byHand = new Set(resting.map(({ id }) => id));
  for (const order of [...resting.filter(isStop), ...resting.filter((each) => !isStop(each))]) {
    if (order.is_cancelled) continue;
    const orders = ordersOf(order.day).map((each) =>
      byHand.has(each.id) && !claims.has(each.id)
        ? { ...each, quantity: each.filled_quantity, asked_quantity: null }
        : each,
    );
    if (closes(order, orders, ordersOf(order.day))) {
      claims.add(order.id);
      closing.push(order);
    } else opening.push(order);
  }
  return { closing, opening };
}

function isStop({ kind }: Pick<RestingOrder, 'kind'>): boolean {
  return kind === 'stop_limit';
}

function closes(
  { id, broker_link_id: brokerLinkId, symbol, product, side }: RestingOrder,
  others: readonly LineOrder[],
  all: readonly LineOrder[],
): boolean {
  const itself = all.find((order) => order.id === id);
  if (!itself || product === 'other') return false;
  const quantity = remainingOf(itself);
  return reducingQuantity(others, { brokerLinkId, symbol, product, side, quantity }) === quantity;
}
