import type { DecisionRow, OrderDetails, OutputOf, ownorderdetails } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { paiseToRupees, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import type { ChargeBreakdown, Decision } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import {
  type BrokerRow,
  findByHand,
  findIntent,
  type IntentRecord,
  instrumentKindOf,
  listEvents,
  listServing,
  listStops,
  wasSoldForDelivery,
} from './order-details-store.ts';
import { brokerOrderToWire, eventsToWire, timelineOf } from './order-details-wire.ts';
import { exitLatencyOf, latencyOf } from './order-latency.ts';
import type { OwnOrderParts } from './own-order-parts.ts';
import { chargesByKind } from './own-orders-rules.ts';
import { findOwn } from './own-orders-store.ts';
import { ownOrderToWire } from './own-orders-wire.ts';
import { type OrderRecord, ordersById } from './store.ts';
import { type OrderMarket, orderToWire } from './wire.ts';

/** An order of a trick from its decision to its charges. @throws Refusal `NOT_FOUND`, also for somebody else's */
export async function readOrderDetails(
  db: Queryable,
  asked: { readonly accountId: number; readonly orderId: number; readonly market: OrderMarket },
): Promise<OrderDetails> {
  const { accountId, orderId, market } = asked;
  const intent = await findIntent(db, accountId, orderId);
  const [record] = intent ? await ordersById(db, [orderId]) : [];
  if (!intent || !record) throw new Refusal('NOT_FOUND');
  const [serving, stops] = await Promise.all([listServing(db, accountId, orderId), listStops(db, accountId, orderId)]);
  const rows = [...serving, ...stops.filter((stop) => serving.every(({ id }) => id !== stop.id))];
  const events = await listEvents(
    db,
    rows.map(({ id }) => id),
  );
  const order = orderToWire(record, market);
  const decision = decisionOf(intent, record.symbol);
  const charges = chargesOf(record, {
    product: intent.product === 'DELIVERY' ? 'DELIVERY' : 'INTRADAY',
    instrumentKind: intent.instrument_kind === 'etf' ? 'etf' : 'equity',
    date: intent.day,
  });
  const sent = serving.find(({ sent_at: at }) => at !== null);
  return {
    order,
    ...(decision ? { decision } : {}),
    timeline: timelineOf(order, decision, eventsToWire(rows, events)),
    broker_orders: serving.map(brokerOrderToWire),
    protective_stops: stops.map(brokerOrderToWire),
    ...(charges ? { charges } : {}),
    ...(sent
      ? {
          latency: exitLatencyOf(
            sent,
            events.filter((event) => event.broker_order_id === sent.id),
          ),
        }
      : {}),
    chargesPaise: order.chargesPaise,
  };
}

/** `undefined` for orders that follow no decision, such as those of a sale by their owner. */
function decisionOf(record: IntentRecord, symbol: string): DecisionRow | undefined {
  const { decision_id: decisionId, decision_at: at, decision_sequence: sequence, decision_body: body } = record;
  if (decisionId === null || at === null || sequence === null || body === null) return undefined;
  // The validated edge: only the runner writes this column, with `JSON.stringify` of a `Decision`.
  const decision = JSON.parse(body) as Decision;
  return {
    decisionId,
    sequence,
    at: toIndiaIso(at.getTime()),
    symbol,
    action: decision.action,
    direction: decision.direction,
    rule: decision.rule,
    ...(decision.veto === undefined ? {} : { veto: decision.veto }),
    quantity: decision.quantity,
    price: paiseToRupees(decision.pricePaise),
    ...(decision.condition === undefined ? {} : { condition: decision.condition }),
    operands: decision.operands.map(({ text, value }) => ({ text, value })),
    sentence: record.decision_sentence ?? '',
    version: record.version ?? 1,
  };
}

function chargesOf(
  record: OrderRecord,
  by: { readonly product: 'DELIVERY' | 'INTRADAY'; readonly instrumentKind: 'equity' | 'etf'; readonly date: string },
): ChargeBreakdown | undefined {
  const { average_paise: pricePaise, filled_quantity: quantity, side } = record;
  if (pricePaise === null || quantity === 0) return undefined;
  return chargesByKind({ ...by, side, quantity, pricePaise }, toSafePaise(record.charges_paise));
}

/** The same of an order by hand, here or elsewhere. @throws Refusal `NOT_FOUND`, also for somebody else's */
export async function readOwnDetails(
  db: Queryable,
  { basketOf, marketData }: Pick<OwnOrderParts, 'basketOf' | 'marketData'>,
  { accountId, orderId }: { readonly accountId: number; readonly orderId: number },
): Promise<OutputOf<typeof ownorderdetails>> {
  const [own, row] = await Promise.all([findOwn(db, accountId, orderId), findByHand(db, accountId, orderId)]);
  if (!own || !row) throw new Refusal('NOT_FOUND');
  const events = await listEvents(db, [orderId]);
  const charges = await handCharges(db, row);
  const basket = await basketOf(db, accountId, orderId);
  return {
    order: ownOrderToWire(own, marketData.simulated),
    timeline: eventsToWire([row], events),
    broker_orders: [brokerOrderToWire(row)],
    ...(charges ? { charges } : {}),
    ...(row.sent_at ? { latency: latencyOf(row) } : {}),
    ...(basket ? { basket } : {}),
  };
}

async function handCharges(db: Queryable, row: BrokerRow): Promise<ChargeBreakdown | undefined> {
  const { id: before, filled_quantity: quantity, filled_value_paise: value, product, side, symbol, day } = row;
  // Of other products (borrowed money, carried positions) the tariff is not known here.
  if (quantity === 0 || product === 'other') return undefined;
  return chargesByKind({
    product: product === 'delivery' ? 'DELIVERY' : 'INTRADAY',
    side,
    // One unit of the whole value: an average price would have to be rounded.
    quantity: 1,
    pricePaise: Number(value),
    instrumentKind: await instrumentKindOf(db, row.exchange, symbol),
    date: day,
    isFirstSale: !(await wasSoldForDelivery(db, { brokerLinkId: row.broker_link_id, symbol, day, before })),
  });
}
