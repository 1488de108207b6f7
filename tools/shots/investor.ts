import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Client, clientOf } from '../../e2e/src/client.ts';
import type { Product } from '../../e2e/src/product.ts';
import type { Screen } from './screen.ts';

/** The demo investor may trade live at the simulated broker; nobody else can without KYC and a plan. */
export const DEMO = { email: 'demo@example.com', password: 'correct-horse-battery' };
const TAKEN_LIVE = 'Quick cross SBIN';
/** Ten sessions of history are made at the product's first start. */
const WITHIN_MS = 300_000;

export interface Investor {
  readonly liveId: number;
  readonly testId: number;
  readonly orderId: number;
  readonly ownOrderId: number;
}

/** Takes a trick live, lets it trade through a close, places an order by hand and compares with the broker. */
export async function prepareInvestor({ url }: Pick<Product, 'url'>): Promise<Investor> {
  const { accessToken } = await clientOf(url).send('login', { ...DEMO, tokenTransport: 'body' });
  const client = clientOf(url, accessToken);
  const liveId = await soon('a live trick of the demo', async () => {
    const live = await client.send('mytrick', { type: 'Live' });
    if (live.trick_list.length === 0) return undefined;
    const test = await client.send('mytrick', { type: 'Test', pageSize: 100 });
    return test.trick_list.find(({ name }) => name === TAKEN_LIVE)?.TricksId;
  });
  const others = await client.send('mytrick', { type: 'Test', pageSize: 100 });
  await client.send('testtolivetrick', { TricksId: liveId, acknowledgeRisk: true, idempotencyKey: 'shots-live' });
  const orderId = await soon('a filled live order', async () => {
    const { live_orderhistory: orders = [] } = await client.send('orderhistory', { is_live: 1, TricksId: liveId });
    return orders.find(({ filledQuantity, purpose }) => filledQuantity > 0 && purpose === 'entry')?.orderId;
  });
  await soon('a parity report', async () => {
    const { report } = await client.send('parityreport', { TricksId: liveId });
    return report;
  });
  const ownOrderId = await soon('an order by hand', () => placeByHand(client));
  const { broker_details: accounts } = await client.send('getangelone', {});
  for (const { brokerId } of accounts) await client.send('reconciliationreport', { brokerId });
  const testId = others.trick_list.find(({ name }) => name !== TAKEN_LIVE)?.TricksId ?? liveId;
  return { liveId, testId, orderId, ownOrderId };
}

/** One that rests: a tenth of a band below the market, while the market is open. */
async function placeByHand(client: Client): Promise<number | undefined> {
  const { market } = await client.send('headerdata', {});
  if (market.status !== 'open') return undefined;
  const { quotes } = await client.send('quote', { instruments: [{ symbol: 'INFY' }] });
  const last = quotes[0]?.last;
  if (last === undefined) return undefined;
  const price = Math.round(last * 0.97 * 10) / 10;
  const order = { symbol: 'INFY', side: 'buy', product: 'DELIVERY', quantity: 5, price } as const;
  const placed = await client.send('placeorder', { ...order, idempotencyKey: 'shots-own' });
  return placed.order.orderId;
}

async function soon<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  const deadline = performance.now() + WITHIN_MS;
  while (performance.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(1_000);
  }
  throw new Error(`${what} did not come within ${WITHIN_MS / 1_000} s`);
}

/** The screens of live trading. */
export function investorScreens({ liveId, testId, orderId, ownOrderId }: Investor): Screen[] {
  const screen = (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
    ...{ name, path, as: 'investor' },
    ...(prepare ? { prepare } : {}),
  });
  return [
    screen('live-home', '/'),
    screen('live-my-tricks', '/my-tricks'),
    screen('live-my-trick', `/my-tricks/${liveId}`),
    screen('live-parity', `/my-tricks/${liveId}`, (page) => toSection(page, 'Parity')),
    screen('live-going', `/my-tricks/${testId}`, openGoLive),
    screen('live-positions', '/positions'),
    screen('live-orders', '/orders'),
    screen('live-order', `/orders/${orderId}`),
    screen('live-own-order', `/orders/own/${ownOrderId}`),
    screen('live-place', '/orders', fillOrder),
    screen('live-trades', '/trades'),
    screen('live-alerts', '/alerts'),
    screen('live-logs-trades', '/logs/trades'),
    screen('live-tickets', '/tickets'),
    screen('live-ask', `/tickets/new?about=order&id=${orderId}&subject=Why`),
    screen('live-readiness', '/readiness'),
    screen('live-reconciliation', '/reconciliation'),
    screen('live-reconciliation-report', '/reconciliation', openReport),
    screen('live-risk', '/risk'),
    { ...screen('live-order-rtl', `/orders/${orderId}`), direction: 'rtl' },
    { ...screen('live-my-trick-rtl', `/my-tricks/${liveId}`), direction: 'rtl' },
  ];
}

async function toSection(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, exact: true }).scrollIntoViewIfNeeded();
}

async function openGoLive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go live', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Sends at most/)
    .waitFor();
}

async function openReport(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Reconciliation' }).getByRole('link').first().click();
  await page.getByRole('dialog').getByText('What was compared').waitFor();
}

async function fillOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place an order' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Share or fund').fill('INFY');
  await panel.getByRole('list', { name: 'Found' }).getByRole('button').first().click();
  await panel.getByLabel('Quantity').fill('5');
  await panel.getByLabel('Limit').fill('1600');
  await panel.getByText('Margin the broker blocks').waitFor();
}
