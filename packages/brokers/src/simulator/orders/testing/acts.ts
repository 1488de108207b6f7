import fc from 'fast-check';
import type { PlaceRequest } from '../types.ts';
import { CLIENT, type Floor, LIMIT_BUY, OTHER } from './floor.ts';

/** One thing that happens at the exchange or is asked of the broker. */
export type Act =
  | { readonly kind: 'place'; readonly client: string; readonly request: Partial<PlaceRequest> }
  | { readonly kind: 'modify'; readonly client: string; readonly nth: number; readonly request: Partial<PlaceRequest> }
  | { readonly kind: 'cancel'; readonly client: string; readonly nth: number }
  | { readonly kind: 'tick'; readonly ticks: number; readonly quantity: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'later' };

const anyClient = fc.constantFrom(CLIENT, OTHER, 'S100003');
const anyPrice = fc.integer({ min: -6, max: 6 }).map((steps) => 100_00 + steps * 5);

const anyRequest: fc.Arbitrary<Partial<PlaceRequest>> = fc
  .record({
    side: fc.constantFrom('BUY', 'SELL'),
    product: fc.constantFrom('INTRADAY', 'INTRADAY', 'DELIVERY', 'MARGIN'),
    orderType: fc.constantFrom('LIMIT', 'LIMIT', 'LIMIT', 'MARKET', 'STOPLOSS_LIMIT', 'STOPLOSS_MARKET'),
    duration: fc.constantFrom('DAY', 'DAY', 'DAY', 'IOC'),
    quantity: fc.integer({ min: 1, max: 400 }),
    pricePaise: anyPrice,
    triggerPaise: anyPrice,
  })
  .map((request) => ({ ...request, variety: request.orderType.startsWith('STOPLOSS') ? 'STOPLOSS' : 'NORMAL' }));

export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('place'), client: anyClient, request: anyRequest }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('modify'), client: anyClient, nth: fc.nat(9), request: anyRequest }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel'), client: anyClient, nth: fc.nat(9) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('tick'),
      ticks: fc.integer({ min: -3, max: 3 }),
      quantity: fc.integer({ min: 0, max: 300 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('later') }) },
);

const MOMENTS = [
  '2025-07-07 15:10',
  '2025-07-07 15:18',
  '2025-07-07 15:22',
  '2025-07-07 15:30',
  '2025-07-08 09:00',
  '2025-07-08 09:20',
  '2025-07-09 11:00',
  '2025-07-09 15:25',
];

/** Lets acts happen on a floor, one after another; the same acts do the same. */
export function actorOn(floor: Floor): (act: Act) => Promise<void> {
  let pricePaise = 100_00;
  let moment = 0;
  const nthOrder = (client: string, nth: number) => {
    const orders = floor.desk.orders(client);
    return orders[orders.length === 0 ? 0 : nth % orders.length];
  };
  return async (act) => {
    switch (act.kind) {
      case 'place':
        await floor.answer(act.request, act.client);
        break;
      case 'modify': {
        const order = nthOrder(act.client, act.nth);
        const own = order && { variety: order.variety, orderId: order.orderId, product: order.product };
        if (own) await floor.desk.modify(act.client, { ...LIMIT_BUY, ...act.request, ...own });
        break;
      }
      case 'cancel': {
        const order = nthOrder(act.client, act.nth);
        if (order) await floor.desk.cancel(act.client, { variety: order.variety, orderId: order.orderId });
        break;
      }
      case 'tick':
        // Around the price at which it began, so that the circuit is never reached.
        pricePaise = Math.min(103_00, Math.max(97_00, pricePaise + act.ticks * 5));
        await floor.tick(pricePaise, act.quantity);
        break;
      case 'wait':
        await floor.wait(act.ms);
        break;
      case 'later': {
        const next = MOMENTS[moment];
        moment += 1;
        if (next !== undefined) await floor.goTo(next);
      }
    }
  };
}
