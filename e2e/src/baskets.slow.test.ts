import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { watchPages } from './page-watch.ts';
import { type Product, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

const DEMO = { email: 'demo@example.com', password: 'correct-horse-battery' };
const BASKET = 'Half Gold, Half Shares';
/** Orders go at the market's next opening; a night of the simulated market takes minutes at most. */
const BOUGHT_WITHIN_MS = 120_000;
/** Reviews begin when the history of every name has come in. */
const CATALOGUE_WITHIN_MS = 120_000;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a newcomer invests in a basket in test mode, sets up a SIP, looks at a rebalance and closes', {
  timeout: 420_000,
}, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await withEvidence(page, 'baskets-test', async () => {
    await page.goto(`${product.url}/register`);
    await fillRegistration(page, newPerson());
    await openBasket(page);
    await invest(page, 'Test');
    await untilHeld(page);
    await page.locator('main').getByText('Test', { exact: true }).first().waitFor();
    await setUpSip(page);
    await lookAtRebalance(page);
    await close(page);
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

test('the demo investor invests live at the simulated broker, and each order has its time line', {
  timeout: 420_000,
}, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await withEvidence(page, 'baskets-live', async () => {
    await page.goto(product.url);
    await page.getByLabel(text('accounts.emailOrUsername')).fill(DEMO.email);
    await page.getByLabel(text('accounts.password'), { exact: true }).fill(DEMO.password);
    await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: text('home.title') }).waitFor();
    await openBasket(page);
    await invest(page, 'Live');
    await untilHeld(page);
    await page
      .getByRole('link', { name: /GOLDBEES/ })
      .last()
      .click();
    await page.getByRole('heading', { level: 1, name: /GOLDBEES/ }).waitFor();
    await page.goto(`${product.url}/holdings`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

async function openBasket(page: Page): Promise<void> {
  const deadline = performance.now() + CATALOGUE_WITHIN_MS;
  for (;;) {
    await page.goto(`${product.url}/baskets`);
    const link = page.locator('main').getByRole('link', { name: BASKET });
    const isThere = await link
      .first()
      .waitFor({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
    if (isThere) {
      await link.first().click();
      break;
    }
    if (performance.now() > deadline) throw new Error('the catalogue of baskets stayed empty');
  }
  await page.getByRole('heading', { level: 1, name: BASKET }).waitFor();
}

async function invest(page: Page, mode: 'Test' | 'Live'): Promise<void> {
  const section = page.getByRole('region', { name: text('baskets.invest.title') });
  await section.getByRole('button', { name: text(`baskets.mine.modes.${mode}`), exact: true }).click();
  await section.getByLabel(text('baskets.invest.amount')).fill('50000');
  await section.getByRole('button', { name: text('baskets.invest.review') }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText('Places 2 buy orders worth').waitFor();
  await panel.getByRole('button', { name: 'Place 2 buy orders' }).click();
  await page.waitForURL('**/my-baskets/*');
}

/** Shown by the event stream: nothing is loaded anew. */
async function untilHeld(page: Page): Promise<void> {
  await page
    .getByText(text('baskets.mine.statuses.open'), { exact: true })
    .first()
    .waitFor({ timeout: BOUGHT_WITHIN_MS });
  await page
    .getByRole('cell', { name: /NIFTYBEES/ })
    .first()
    .waitFor();
}

async function setUpSip(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: text('baskets.sip.title') });
  await section.getByRole('button', { name: text('baskets.sip.setUp') }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel(text('baskets.sip.amount')).fill('5000');
  await panel
    .getByRole('button', { name: text('baskets.sip.verb.monthly').replace('{{amount}}', '₹5,000.00') })
    .click();
  await section.getByText(text('baskets.sip.active')).waitFor();
  await section.getByRole('button', { name: text('baskets.sip.pause') }).click();
  await section.getByText(text('baskets.sip.pausedText')).waitFor();
}

async function lookAtRebalance(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: text('baskets.rebalance.title') });
  await section.getByRole('button', { name: text('baskets.rebalance.open') }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('heading', { name: `Rebalance ${BASKET}` }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
}

async function close(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('baskets.close.open') }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Sell 2 holdings' }).click();
  await page
    .getByText(text('baskets.mine.statuses.closed'), { exact: true })
    .first()
    .waitFor({ timeout: BOUGHT_WITHIN_MS });
}
