import { rupeesToPaise } from '@trickdesk/domain';
import type { HandOrder, OwnOrderParts } from './own-order-parts.ts';
import type { OwnShape, Wish } from './own-orders-rules.ts';
import type { OwnRecord } from './own-orders-store.ts';
import { stateIn } from './own-orders-wire.ts';

/** What its owner wants of an order by hand that exists: rupees, and what is not named stays. */
export interface WantedChange {
  readonly quantity?: number | undefined;
  readonly price?: number | undefined;
  readonly triggerPrice?: number | undefined;
}

interface Changed {
  readonly accountId: number;
  readonly record: OwnRecord;
  readonly shape: OwnShape;
}

/** All that an order may still trade once it is changed; `undefined` for what cannot be traded any more. */
export async function changedOrder(parts: OwnOrderParts, changed: Changed): Promise<HandOrder | undefined> {
  const { accountId, record, shape } = changed;
  const { id: orderId, broker_link_id: brokerLinkId, side } = record;
  const instrument = await parts.marketData.instrument(record.exchange, record.symbol);
  if (!instrument) return undefined;
  const { now: at = parts.clock.now() } = await parts.marketData.marketState();
  const product = record.product === 'delivery' ? 'delivery' : 'intraday';
  const { pricePaise, triggerPaise } = shape;
  const quantity = shape.quantity - record.filled_quantity;
  const replaces = { orderId, ...(triggerPaise === undefined ? {} : { triggerPaise }) };
  return { accountId, brokerLinkId, instrument, side, product, quantity, pricePaise, at, replaces };
}

/** The changed order as its owner would have written it anew. */
export function changedWish({ side, product }: OwnRecord, wanted: WantedChange, shape: OwnShape): Wish {
  return {
    side,
    product: product === 'delivery' ? 'DELIVERY' : 'INTRADAY',
    quantity: shape.quantity,
    price: wanted.price ?? shape.pricePaise / 100,
    ...(shape.triggerPaise === undefined ? {} : { triggerPrice: wanted.triggerPrice ?? shape.triggerPaise / 100 }),
  };
}

/** What leaves nothing to trade is a cancellation and not a change. */
export function restProblem({ filled_quantity: filled }: OwnRecord, { quantity }: OwnShape) {
  if (quantity > filled) return undefined;
  return { path: 'quantity', message: `${filled} are filled already. Write more, or cancel.` };
}

/** Only a stop that was last told to wait for its trigger is surely none that has been triggered. */
export function mayBeTriggered({ state }: Pick<OwnRecord, 'state'>): boolean {
  return state !== 'trigger_pending';
}

/** The last price as far as it speaks against a trigger: against one that is moved, of a stop that surely waits. */
export function priceAgainst(
  record: Pick<OwnRecord, 'state' | 'trigger_paise'>,
  { triggerPrice }: WantedChange,
  lastPaise: number | undefined,
): number | undefined {
  const isMoved = triggerPrice !== undefined && rupeesToPaise(triggerPrice) !== record.trigger_paise;
  return isMoved && !mayBeTriggered(record) ? lastPaise : undefined;
}

/** A broker keeps an order's variety for life, and a limit's has no trigger. */
export function triggerProblem({ kind }: OwnRecord, { triggerPrice }: WantedChange) {
  if (kind === 'stop_limit' || triggerPrice === undefined) return undefined;
  const message = 'A limit order does not become a stop. Leave the trigger out, or cancel the order and place a stop.';
  return { path: 'triggerPrice', message };
}

/** An order as `decideChange` wants to know it. */
export function standingOf(record: OwnRecord) {
  const { role, filled_quantity: filledQuantity } = record;
  return { role, state: stateIn(record.state), filledQuantity, ...shapeOf(record) };
}

function shapeOf(record: OwnRecord): OwnShape {
  const { quantity, price_paise: pricePaise, trigger_paise: triggerPaise } = record;
  if (record.kind !== 'stop_limit' || triggerPaise === null) return { kind: 'limit', quantity, pricePaise };
  return { kind: 'stop_limit', quantity, pricePaise, triggerPaise };
}
