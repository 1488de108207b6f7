import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { watchPages } from './page-watch.ts';
import { goToPay } from './pay-steps.ts';
import { type Product, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

const MONTHLY = { name: 'Trade activation, monthly', due: '₹499.00', tax: '₹76.12' };
const WIDE = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a newcomer activates live trading at the gateway’s page, has the invoice, and cancels', async () => {
  const context = await browser.newContext({ viewport: WIDE, acceptDownloads: true });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await withEvidence(page, 'billing', async () => {
    await page.goto(`${product.url}/register`);
    await fillRegistration(page, newPerson());
    await page.getByRole('link', { name: text('home.start.plan') }).click();
    await page.getByText(text('billing.activate.offText')).waitFor();
    await goToPay(page, product.url, MONTHLY);
    await page.getByRole('button', { name: 'Fail', exact: true }).click();
    await page.getByRole('button', { name: 'Back to Trickdesk' }).click();
    const payment = page.getByRole('region', { name: text('billing.payment.title') });
    await payment.getByText('declined by the sandbox bank').waitFor();
    await payment.getByRole('link', { name: text('billing.payment.again') }).click();
    await page.getByRole('button', { name: 'Go on to the gateway' }).click();
    await page.getByRole('button', { name: 'Succeed' }).click();
    await page.getByRole('button', { name: 'Back to Trickdesk' }).click();
    await payment.getByText(text('billing.payment.states.paid'), { exact: true }).waitFor();
    await payment.getByRole('link', { name: text('billing.payment.invoice') }).click();
    await readInvoice(page);
    await cancel(page);
    await page.goto(`${product.url}/activate`);
    await page.getByText(text('billing.activate.onText')).waitFor();
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

async function readInvoice(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'Trade activation, monthly' });
  await row.getByText('₹499.00').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: 'PDF' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^TD\d{4}-\d{6}\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
}

async function cancel(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: text('nav.plans'), exact: true })
    .last()
    .click();
  await page.getByRole('button', { name: 'Cancel Trade activation, monthly' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('billing.cancelVerb') })
    .click();
  await page.getByText(text('billing.states.cancelled'), { exact: true }).waitFor();
}
