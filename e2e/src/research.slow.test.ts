import { setTimeout as sleep } from 'node:timers/promises';
import type { RaTrade } from '@trickdesk/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Client, newPerson, registered } from './client.ts';
import { withEvidence } from './evidence.ts';
import { appointOperator, OPERATOR } from './owed-person.ts';
import { type PageWatch, watchPages } from './page-watch.ts';
import { type Product, startProduct } from './product.ts';
import { text } from './texts.ts';

const READER = newPerson();
const RATIONALE = 'It trades above the high of the first minutes, with volume behind it.';
const REASON = 'The news behind it has changed.';
/** Of the price: near enough to be reached within minutes of the exchange. */
const NEAR = 0.002;
const REACHED_WITHIN_MS = 90_000;

let product: Product;
let browser: Browser;
let reader: Client;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false })]);
  await appointOperator(product);
  reader = await registered(product.url, READER);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('an operator publishes a call, an investor reads it, and its outcome follows the market', async () => {
  const [operating, reading] = [await open(OPERATOR), await open(READER)];

  await withEvidence(operating.page, 'research-publish', async () => {
    const { page } = operating;
    await page.getByRole('link', { name: text('nav.operations'), exact: true }).click();
    await page.getByRole('link', { name: text('nav.opsResearch'), exact: true }).click();
    await publish(page, NEAR);
    await page.getByText(text('operations.research.done')).waitFor();
  });

  const { page } = reading;
  await withEvidence(page, 'research-read', async () => {
    await page.getByRole('link', { name: text('nav.research'), exact: true }).click();
    await page.getByRole('link', { name: /Buy SBIN/ }).click();
    const call = page.getByRole('dialog');
    await call.getByText(RATIONALE).waitFor();
    await call.getByText(text('research.unregistered')).waitFor();
    await call.getByText(text('research.risk')).waitFor();
    // Nothing is loaded anew: the page follows it to its end.
    const end = call.getByText(/^(Target 1 hit|Stop hit)$/);
    await end.first().waitFor({ timeout: REACHED_WITHIN_MS });
    const seen = (await end.first().textContent()) ?? '';
    const [published] = (await reader.send('getRaTradeList', { sort: 'time' })).ra_trade_list.filter(isOurs);
    if (!published) throw new Error('the call is gone');
    expect(published.outcome.ended).toBe(true);
    expect(seen).toBe(await reckoned(published));
  });

  // Withdrawn, it stays where it is: one that nobody will reach.
  await withEvidence(operating.page, 'research-withdraw', async () => {
    const desk = operating.page;
    await publish(desk, 20 * NEAR);
    await desk
      .getByRole('link', { name: /Buy SBIN/ })
      .first()
      .click();
    const call = desk.getByRole('dialog');
    await call.getByLabel(text('operations.reason')).fill(REASON);
    await call.getByLabel(text('operations.password'), { exact: true }).fill(OPERATOR.password);
    await call.getByRole('button', { name: text('operations.research.withdraw') }).click();
    await desk.getByText(text('operations.research.withdrawn')).waitFor();
    await desk.goto(`${product.url}/ops/acts?search=research`);
    await desk
      .getByText(/^Published call \d+: buy SBIN\.$/)
      .first()
      .waitFor();
    await desk.getByText(new RegExp(`^Withdrew call \\d+: ${REASON}$`)).waitFor();
  });
  await withEvidence(page, 'research-withdrawn', async () => {
    await page.goto(`${product.url}/research?state=withdrawn`);
    await page.getByRole('link', { name: /Buy SBIN/ }).click();
    await page.getByRole('dialog').getByText(REASON).waitFor();
    const { record } = await reader.send('getRaTradeList', {});
    expect(record?.withdrawn).toBe(1);
    expect(record?.running).toBeGreaterThan(0);
  });
  for (const { watch } of [operating, reading]) expect(watch.take()).toEqual([]);
});

interface Opened {
  readonly page: Page;
  readonly watch: PageWatch;
}

async function open(person: { readonly email: string; readonly password: string }): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${product.url}/login`);
  await page.getByLabel(text('accounts.emailOrUsername')).fill(person.email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  return { page, watch };
}

/** Buys at the last price, with a stop and a target as far away as is said; looked at before it is published. */
async function publish(page: Page, distance: number): Promise<void> {
  const price = await lastPrice();
  const at = (share: number): string => (Math.round(price * (1 + share) * 20) / 20).toFixed(2);
  await page.getByLabel(text('operations.research.symbol'), { exact: true }).fill('SBIN');
  await page.getByLabel(text('research.entry'), { exact: true }).fill(at(0));
  await page.getByLabel(text('research.stop'), { exact: true }).fill(at(-distance));
  await page.getByLabel('Target 1', { exact: true }).fill(at(distance));
  await page.getByLabel(text('operations.research.validUntil')).fill('2025-07-16');
  await page.getByLabel(text('research.rationale')).fill(RATIONALE);
  await page.getByRole('button', { name: text('operations.research.preview') }).click();
  const seen = page.getByRole('region', { name: text('operations.research.whatPeopleSee') });
  await seen.getByText(RATIONALE).waitFor();
  await seen.getByLabel(text('operations.password'), { exact: true }).fill(OPERATOR.password);
  await seen.getByRole('button', { name: text('operations.research.publish') }).click();
  await seen.getByText(text('operations.research.noPreview')).waitFor();
}

async function lastPrice(): Promise<number> {
  for (;;) {
    const { quotes } = await reader.send('quote', { instruments: [{ symbol: 'SBIN' }] });
    if (quotes[0]) return quotes[0].last;
    await sleep(500);
  }
}

const isOurs = ({ rationale }: RaTrade): boolean => rationale === RATIONALE;

/** The same from the exchange's minutes, by hand: the first that holds the stop or the target after the entry says it. */
async function reckoned(call: RaTrade): Promise<'Target 1 hit' | 'Stop hit'> {
  const { candles } = await reader.send('candles', { symbol: 'SBIN', interval: '1m' });
  const after = candles.filter(([openAt]) => openAt * 1_000 >= Date.parse(call.publishedAt));
  const fromAbove = call.referencePrice >= call.entryPrice;
  const entered = after.findIndex(([, , high, low]) => (fromAbove ? low <= call.entryPrice : high >= call.entryPrice));
  for (const [i, [, first, high, low]] of after.slice(entered).entries()) {
    if (low <= call.stopPrice) return 'Stop hit';
    const isAfter = i > 0 || !fromAbove || first <= call.entryPrice;
    if (isAfter && high >= (call.targets[0] ?? 0)) return 'Target 1 hit';
  }
  throw new Error('the minutes say neither');
}
