import type { BasketRun, SipState } from '@trickdesk/contract';
import { paiseToRupees, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import type { OrderRow, RunRow } from './owned-store.ts';
import type { SipDates } from './sip.ts';

export function runToWire(run: RunRow, orders: readonly OrderRow[]): BasketRun {
  return {
    ...{ runId: run.id, kind: run.kind, state: run.state, sessions: run.sessions },
    ...(run.amount_paise === null ? {} : { amountPaise: toSafePaise(run.amount_paise) }),
    ...(run.note === null ? {} : { note: run.note }),
    startedAt: toIndiaIso(run.started_at.getTime()),
    ...(run.ended_at === null ? {} : { endedAt: toIndiaIso(run.ended_at.getTime()) }),
    orders: orders.filter((order) => order.basket_run_id === run.id).map(orderToWire),
  };
}

function orderToWire(order: OrderRow): BasketRun['orders'][number] {
  const { filled_quantity: filled, filled_value_paise: value } = order;
  return {
    basketOrderId: order.id,
    ...(order.broker_order_id === null ? {} : { orderId: order.broker_order_id }),
    ...{ symbol: order.symbol, side: order.side, quantity: order.quantity },
    limitPrice: paiseToRupees(order.limit_paise),
    filledQuantity: filled,
    ...(filled === 0 ? {} : { averagePrice: paiseToRupees(Math.round(Number(value) / filled)) }),
    chargesPaise: toSafePaise(order.charges_paise),
    status: order.state,
    ...(order.reason === null ? {} : { reason: order.reason }),
    placedAt: toIndiaIso(order.exchange_at.getTime()),
  };
}

export function sipToWire({ row, next }: SipDates): SipState {
  return {
    ...{ status: row.status, amountPaise: toSafePaise(row.amount_paise), frequency: row.frequency, day: row.anchor },
    nextDates: next.map(({ key, nominalOn, dueOn, isSkipped }) => ({
      ...{ key, nominalOn, skipped: isSkipped },
      ...(dueOn === undefined ? {} : { dueOn }),
    })),
  };
}
