import type { OwnOrderRow } from '@trickdesk/contract';
import { ORDER_STATES, type OrderState, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import type { OwnRecord } from './own-orders-store.ts';
import { badgeOf } from './wire.ts';

/** @throws Error for a word that no release wrote */
export function stateIn(text: string): OrderState {
  const state = ORDER_STATES.find((known) => known === text);
  if (!state) throw new Error(`order state ${text} is not one that this release knows`);
  return state;
}

export function productToWire(product: 'delivery' | 'intraday' | 'other'): OwnOrderRow['product'] {
  return product === 'delivery' ? 'DELIVERY' : product === 'intraday' ? 'INTRADAY' : 'OTHER';
}

/** Rupees of what is filled; nothing where nothing is. */
export function averageIn(record: { readonly filled_quantity: number; readonly filled_value_paise: bigint }) {
  if (record.filled_quantity === 0) return {};
  return { averagePrice: paiseToRupees(Math.round(Number(record.filled_value_paise) / record.filled_quantity)) };
}

export function ownOrderToWire(record: OwnRecord, simulated: boolean): OwnOrderRow {
  const { kind } = record;
  return {
    orderId: record.id,
    brokerId: record.broker_link_id,
    badge: badgeOf('live', simulated),
    placedBy: record.role === 'own' ? 'own' : 'elsewhere',
    symbol: record.symbol,
    exchange: 'NSE',
    side: record.side,
    product: productToWire(record.product),
    kind: kind === 'limit' || kind === 'stop_limit' ? kind : 'other',
    quantity: record.quantity,
    filledQuantity: record.filled_quantity,
    price: paiseToRupees(record.price_paise),
    ...(record.trigger_paise === null ? {} : { triggerPrice: paiseToRupees(record.trigger_paise) }),
    ...averageIn(record),
    status: stateIn(record.state),
    ...(record.reject_text === '' ? {} : { rejectText: record.reject_text }),
    ...(record.broker_order_id === null ? {} : { brokerOrderId: record.broker_order_id }),
    ...(record.asked === null ? {} : { asked: record.asked }),
    ...(record.asked === 'modify' ? askedTermsIn(record.asked_body) : {}),
    createdAt: toIndiaIso(record.exchange_at.getTime()),
  };
}

/** What a request asks of an order, in rupees; nothing where another release wrote something else. */
function askedTermsIn(body: unknown): Pick<OwnOrderRow, 'askedTerms'> {
  const fields = new Map<string, unknown>(typeof body === 'object' && body !== null ? Object.entries(body) : []);
  const [quantity, pricePaise, triggerPaise] = ['quantity', 'pricePaise', 'triggerPaise'].map((name) =>
    fields.get(name),
  );
  if (typeof quantity !== 'number' || typeof pricePaise !== 'number') return {};
  const trigger = typeof triggerPaise === 'number' ? { triggerPrice: paiseToRupees(triggerPaise) } : {};
  return { askedTerms: { quantity, price: paiseToRupees(pricePaise), ...trigger } };
}
