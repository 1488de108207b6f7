import type { BrokerOrderRow, DecisionRow, OrderRow, TimelineEntry } from '@trickdesk/contract';
import { paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import type { BrokerEvent, BrokerRow } from './order-details-store.ts';
import { latencyOf } from './order-latency.ts';
import { averageIn, productToWire, stateIn } from './own-orders-wire.ts';

const moment = (at: Date): string => toIndiaIso(at.getTime());

export function brokerOrderToWire(row: BrokerRow): BrokerOrderRow {
  return {
    brokerRowId: row.id,
    role: row.role,
    side: row.side,
    product: productToWire(row.product),
    kind: row.kind,
    quantity: row.quantity,
    filledQuantity: row.filled_quantity,
    price: paiseToRupees(row.price_paise),
    ...(row.trigger_paise === null ? {} : { triggerPrice: paiseToRupees(row.trigger_paise) }),
    ...averageIn(row),
    status: stateIn(row.state),
    ...textOf('statusText', row.status_text),
    ...textOf('rejectText', row.reject_text),
    ...textOf('brokerOrderId', row.broker_order_id),
    ...textOf('tag', row.tag),
    ...textOf('algoId', row.algo_id),
    ...textOf('versionHash', row.version_hash),
    latency: latencyOf(row),
  };
}

function textOf<Name extends string>(name: Name, text: string | null): Partial<Record<Name, string>> {
  if (text === null || text === '') return {};
  const field: Partial<Record<Name, string>> = {};
  field[name] = text;
  return field;
}

const KNOWN = ['requested', 'asked', 'answered', 'reported', 'unclear', 'released', 'dropped'] as const;

/** What the desk wrote about its orders, in the order of its writing. */
export function eventsToWire(rows: readonly BrokerRow[], events: readonly BrokerEvent[]): TimelineEntry[] {
  const roles = new Map(rows.map((row) => [row.id, row.role]));
  return events.map((event) => {
    const role = roles.get(event.broker_order_id);
    return {
      // A word of a later release is shown as what it is at least: something that was told.
      what: KNOWN.find((word) => word === event.what) ?? 'reported',
      at: moment(event.exchange_at),
      wallAt: moment(event.at),
      brokerRowId: event.broker_order_id,
      ...(role === undefined ? {} : { role }),
      state: stateIn(event.state),
      filledQuantity: event.filled_quantity,
      ...(event.price_paise === null ? {} : { price: paiseToRupees(event.price_paise) }),
      ...(event.trigger_paise === null ? {} : { triggerPrice: paiseToRupees(event.trigger_paise) }),
      ...(event.note === null ? {} : { note: event.note }),
    };
  });
}

/** Decision, intent and states of the order itself, then what went over the wire; by the exchange's time. */
export function timelineOf(
  order: OrderRow,
  decision: DecisionRow | undefined,
  atBroker: readonly TimelineEntry[],
): TimelineEntry[] {
  const decided: TimelineEntry[] = decision
    ? [{ what: 'decided', at: decision.at, note: decision.sentence, ...priceOf(decision.price) }]
    : [];
  const what = order.is_live === 1 ? 'reported' : 'paper';
  const own = order.states.map(
    ({ state, at, note }): TimelineEntry => ({
      what: state === 'intended' ? 'intended' : what,
      at,
      state,
      ...(note === undefined ? {} : { note }),
    }),
  );
  // What the broker said stands in its own lines; of the order itself only its beginning is told beside them.
  const shown = atBroker.length === 0 ? own : own.filter(({ what: word }) => word === 'intended');
  const all = [...decided, ...shown, ...atBroker];
  return all
    .map((entry, place) => ({ entry, place }))
    .toSorted((a, b) => Date.parse(a.entry.at) - Date.parse(b.entry.at) || a.place - b.place)
    .map(({ entry }) => entry);
}

function priceOf(price: number | undefined): { price?: number } {
  return price === undefined ? {} : { price };
}
