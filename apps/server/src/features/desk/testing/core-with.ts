import type { BrokerOrder } from '@trickdesk/brokers';
import { DeskCore } from '../desk-core.ts';
import { DESK_DEFAULTS } from '../desk-settings.ts';
import { newOrder } from '../make-order.ts';
import { type DeskMoment, type DeskOrder, type Line, lineKey } from '../model.ts';
import { NOW } from './planned-line.ts';

/** A desk that knows these lines, and orders that belong to none: by hand, or of a position that is closed. */
export function coreWith(lines: readonly Line[], others: readonly DeskOrder[] = []): DeskCore {
  let made = 0;
  const core = new DeskCore(DESK_DEFAULTS, (line, wanted, now) => {
    made += 1;
    return newOrder(line, { ...wanted, now, tag: `made${made}` });
  });
  for (const line of lines) {
    const orders = line.orders.splice(0);
    core.lines.set(lineKey(line), line);
    for (const order of orders) core.add(order);
  }
  for (const order of others) {
    core.add(order);
    order.line?.orders.splice(0);
  }
  core.plan({ ...NOW, isOpen: false, canAct: false }, 'touched');
  core.takeEffects();
  return core;
}

/** As the order stands, unless something else is said. */
export function reportOf(order: DeskOrder, more: Partial<BrokerOrder> = {}): BrokerOrder {
  const { shape, progress, tag, side, product, instrument } = order;
  return {
    ...{ brokerOrderId: order.brokerOrderId ?? '', tag, exchange: 'NSE', token: instrument.token, side, product },
    ...{ tradingSymbol: instrument.tradingSymbol, kind: shape.kind, quantity: shape.quantity },
    ...{ pricePaise: shape.pricePaise, triggerPaise: shape.triggerPaise, state: progress.state },
    ...{
      filledQuantity: progress.filledQuantity,
      averagePaise: 600_00,
      cancelledQuantity: 0,
      statusText: '',
      text: '',
    },
    ...{ updatedAt: undefined, uniqueOrderId: undefined, exchangeOrderId: undefined },
    ...more,
  };
}

/** What leaves next, in short. */
export function sent(core: DeskCore, scope: 'touched' | 'all', moment: Partial<DeskMoment> = {}): unknown[][] {
  return core.plan({ ...NOW, ...moment }, scope).map(({ order, asking }) => [asking.verb, order.role, order.side]);
}
