import { z } from 'zod';
import { isSimClient } from './accounts.ts';
import type { GttDesk } from './gtt/desk.ts';
import type { OrderBroker } from './orders/types.ts';
import { textField } from './rest/body.ts';
import { modifyRequest, placeRequest } from './rest/order-routes.ts';

const zClient = z.string().refine(isSimClient, 'must be a client code of the simulated broker');
const zWire = z.record(z.string(), z.unknown());

/** Body of `POST /__sim/orders`: an order by hand, with the fields of the broker's own routes. */
const zOrderByHand = z.union([
  z.strictObject({ client: zClient, place: zWire }),
  z.strictObject({ client: zClient, modify: zWire }),
  z.strictObject({ client: zClient, cancel: zWire }),
]);

/** Body of `POST /__sim/account`: cash and holdings of one client. Whole paise; what is absent stays. */
const zAccount = z.strictObject({
  client: zClient,
  cashPaise: z.number().int().optional(),
  holdings: z
    .array(
      z.strictObject({
        token: z.string(),
        quantity: z.number().int().min(0),
        t1Quantity: z.number().int().min(0).optional(),
        averagePaise: z.number().int().min(0),
      }),
    )
    .optional(),
});

/** Body of `POST /__sim/edis`: what the depository's page would release. */
const zRelease = z.strictObject({ client: zClient, token: z.string(), quantity: z.number().int().min(1) });

/** What was done, and what the caller is told of it; `undefined`: the simulator's state. */
export type ControlOutcome =
  | { readonly kind: 'done'; readonly body: object | undefined }
  | { readonly kind: 'wrong'; readonly why: string };

/**
 * The controls that act for a client: orders by hand, cash, holdings, releases for sale.
 *
 * @returns `undefined` where there is no such control
 */
export async function actForClient(
  orders: OrderBroker,
  path: string,
  body: unknown,
): Promise<ControlOutcome | undefined> {
  switch (path) {
    case 'orders':
      return parsed(zOrderByHand, body, async (order) => ({ answer: await byHand(orders, order) }));
    case 'account':
      return parsed(zAccount, body, async ({ client, ...change }) => ({
        changed: await orders.setAccount(client, withoutAbsent(change)),
      }));
    case 'edis':
      return parsed(zRelease, body, async ({ client, token, quantity }) => ({
        outcome: await orders.authorise(client, token, quantity),
      }));
    default:
      return undefined;
  }
}

function byHand(orders: OrderBroker, order: z.infer<typeof zOrderByHand>): Promise<object> {
  if ('place' in order) return orders.place(order.client, placeRequest(order.place));
  if ('modify' in order) return orders.modify(order.client, modifyRequest(order.modify));
  const { cancel, client } = order;
  return orders.cancel(client, { variety: textField(cancel, 'variety'), orderId: textField(cancel, 'orderid') });
}

type Change = Omit<z.infer<typeof zAccount>, 'client'>;

/** Absent and `undefined` differ for whoever spreads a change over an account. */
function withoutAbsent({ cashPaise, holdings }: Change): Parameters<OrderBroker['setAccount']>[1] {
  return {
    ...(cashPaise === undefined ? {} : { cashPaise }),
    ...(holdings === undefined
      ? {}
      : {
          holdings: holdings.map(({ t1Quantity, ...holding }) => ({
            ...holding,
            ...(t1Quantity === undefined ? {} : { t1Quantity }),
          })),
        }),
  };
}

export async function parsed<T>(
  schema: z.ZodType<T>,
  body: unknown,
  act: (order: T) => Promise<object | undefined>,
): Promise<ControlOutcome> {
  const order = schema.safeParse(body);
  return order.success
    ? { kind: 'done', body: await act(order.data) }
    : { kind: 'wrong', why: z.prettifyError(order.error) };
}

/** All that the broker has of one client, in the simulator's own terms: for tests that count what took effect. */
export async function accountOf(
  { orders, rules }: { readonly orders: OrderBroker; readonly rules: Pick<GttDesk, 'rules'> },
  client: string,
): Promise<object | undefined> {
  if (!isSimClient(client)) return undefined;
  await orders.settled();
  return {
    client,
    orders: orders.orders(client),
    trades: orders.trades(client),
    positions: orders.positions(client),
    holdings: orders.holdings(client),
    funds: orders.funds(client),
    rules: rules.rules(client),
  };
}
