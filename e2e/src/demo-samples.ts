import type { Client } from './client.ts';
import { finishedBacktest } from './finished-backtest.ts';
import { holdBasket } from './held-basket.ts';
import { builtTrick } from './own-trick.ts';
import { catalogueIdSoon } from './prepared-person.ts';
import { soon } from './soon.ts';
import type { Samples } from './visited-pages.ts';

/** One of the catalogue. */
const TRICK = 'Quick cross SBIN';
/** The demo's past is made by using the product, which takes minutes beside other tests. */
const TRIES_OF_DEMO = 960;

/** One of each thing that has a page of its own, of what the demo has and of what is made for it here. */
export async function demoSamples(client: Client): Promise<Samples> {
  const strategyId = await catalogueIdSoon(client, TRICK);
  // Its broker is linked before its tricks begin.
  const trading = soon('an order of the demo', () => testOrder(client), TRIES_OF_DEMO);
  const [traded, held, backtestId, ticketId, ownOrderId, withdrawalId, ownTrickId, idle] = await Promise.all([
    trading,
    holdBasket(client),
    finishedBacktest(client, strategyId),
    soon('a ticket', async () => (await client.send('ticketlist', {})).ticket_list[0]?.ticketId, TRIES_OF_DEMO),
    trading.then(() => ownOrder(client)),
    soon(
      'a withdrawal',
      async () => (await client.send('mywallethistoryTransferBank', {})).withdrawal_list[0]?.withdrawalId,
      TRIES_OF_DEMO,
    ),
    builtTrick(client),
    client.send('toptenclone', { TricksId: strategyId }),
  ]);
  return {
    ...{ ...traded, ...held, strategyId, ownTrickId, ticketId, ownOrderId, withdrawalId, backtestId },
    ...{ otherBacktestId: backtestId, idleId: idle.TricksId },
  };
}

/** Its newest in test mode. */
async function testOrder(client: Client): Promise<Pick<Samples, 'orderId' | 'tradedId'> | undefined> {
  const { test_orderhistory } = await client.send('orderhistory', { is_live: 0 });
  const order = test_orderhistory?.[0];
  return order && { orderId: order.orderId, tradedId: order.TricksId };
}

/** By hand, below the price, so that it waits. */
async function ownOrder(client: Client): Promise<number> {
  const last = await soon('a price of INFY', async () => {
    const { quotes } = await client.send('quote', { instruments: [{ symbol: 'INFY' }] });
    return quotes[0]?.last;
  });
  const price = Math.round(last * 0.97 * 10) / 10;
  const wish = { symbol: 'INFY', side: 'buy', product: 'DELIVERY', quantity: 1, price } as const;
  const { order } = await client.send('placeorder', { ...wish, idempotencyKey: 'demo-samples' });
  return order.orderId;
}
