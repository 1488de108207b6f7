import type { Bus, Database, Tx } from '@trickdesk/db';
import type { Clock } from '../../platform/clock.ts';
import { BROKER_ACCOUNTS_CHANNEL } from '../deployments/index.ts';
import { notify } from '../notifications/index.ts';
import {
  deleteKillSwitch,
  listLinkIds,
  listResting,
  listTradingAccounts,
  putKillSwitch,
  type RestingOrder,
  requestCancels,
} from './change-store.ts';
import { type LineOrder, remainingOf } from './lines.ts';
import { reducingQuantity } from './reducing.ts';
import { listLineOrders, lockRisk } from './store.ts';

/** The row of the whole product. */
const PRODUCT = 0;

export interface ProductSwitchParts {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  /** Whose prices value what is held. */
  readonly dataset: string;
}

export interface ProductSwitchReport {
  /** Accounts that had something at rest. */
  readonly accounts: number;
  readonly withdrawn: number;
}

/**
 * Sets the switch of the whole product: every live entry of everybody is refused from now on, and those that rest are
 * taken back. Exits, stops and orders by hand that only close something stay. Setting it again takes back what is left.
 */
export async function throwProductKillSwitch(
  parts: ProductSwitchParts,
  { by: setBy, reason }: { readonly by: string; readonly reason: string },
): Promise<ProductSwitchReport> {
  const { database, bus, clock } = parts;
  const at = new Date(clock.now());
  // Committed first: whoever asks the gate from now on sees it, and what was let through before is found below.
  await database.transaction((tx) => putKillSwitch(tx, PRODUCT, { setBy, reason, at }));
  let [accounts, withdrawn] = [0, 0];
  for (const accountId of await listTradingAccounts(database.kysely)) {
    const count = await database.transaction((tx) => withdrawEntries(tx, parts, { accountId, reason, at }));
    accounts += count > 0 ? 1 : 0;
    withdrawn += count;
    // Also where nothing new was found: a run of this that died before it could say so is made good.
    for (const { id } of await listLinkIds(database.kysely, accountId)) {
      bus.publish(BROKER_ACCOUNTS_CHANNEL, String(id));
    }
  }
  return { accounts, withdrawn };
}

/** Lifts it; what was taken back does not come again by itself. @returns false where it was not set */
export function liftProductKillSwitch({ database }: Pick<ProductSwitchParts, 'database'>): Promise<boolean> {
  return database.transaction((tx) => deleteKillSwitch(tx, PRODUCT));
}

interface Withdrawing {
  readonly accountId: number;
  readonly reason: string;
  readonly at: Date;
}

async function withdrawEntries(
  tx: Tx,
  { dataset }: ProductSwitchParts,
  { accountId, reason, at }: Withdrawing,
): Promise<number> {
  // An entry that was asked for before the switch commits before this, and later ones are refused.
  await lockRisk(tx, accountId);
  const entries = await listResting(tx, accountId, 'entry');
  const byHand = await listOpening(tx, { accountId, dataset });
  const ids = [...entries, ...byHand].map(({ id }) => id);
  if (ids.length === 0) return 0;
  await requestCancels(tx, ids, at);
  await notify(tx, {
    accountId,
    category: 'tricks',
    dedupeKey: `risk:product_switch:${at.toISOString()}`,
    title: 'Entries withdrawn by the operators',
    body: `The operators have stopped all live entries: ${reason} Entry orders taken back: ${ids.length}. Exits and stops go on.`,
    link: '/risk',
    severity: 'urgent',
  });
  return ids.length;
}

/** Orders by hand that would open something: what only closes stays, as under every other limit. */
async function listOpening(
  tx: Tx,
  { accountId, dataset }: { readonly accountId: number; readonly dataset: string },
): Promise<RestingOrder[]> {
  const resting = await listResting(tx, accountId, 'own');
  const opening: RestingOrder[] = [];
  for (const order of resting) {
    const orders = await listLineOrders(tx, { accountId, dataset, day: order.day });
    if (opens(order, orders)) opening.push(order);
  }
  return opening;
}

function opens(
  { id, broker_link_id: brokerLinkId, symbol, product, side }: RestingOrder,
  orders: readonly LineOrder[],
): boolean {
  const itself = orders.find((order) => order.id === id);
  if (!itself || product === 'other') return true;
  const quantity = remainingOf(itself);
  // Without its own rest, which else counts as a claim beside it.
  const others = orders.map((order) => (order === itself ? { ...order, quantity: order.filled_quantity } : order));
  const closing = reducingQuantity(others, { brokerLinkId, symbol, product, side, quantity });
  return closing < quantity;
}
