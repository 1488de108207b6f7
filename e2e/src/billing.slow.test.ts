import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { clientOf, newPerson, type Person } from './client.ts';
import { withEvidence } from './evidence.ts';
import { appointOperator, OPERATOR, oweReward, verifyPerson } from './owed-person.ts';
import { watchPages } from './page-watch.ts';
import { goToPay } from './pay-steps.ts';
import { NO_PAST, type Product, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

const MONTHLY = { name: 'Trade activation, monthly', due: '₹499.00', tax: '₹76.12' };
const WIDE = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false, settings: NO_PAST })]);
  await appointOperator(product);
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

test('operators settle a payment that no event told of, take an invoice back and change a price; the buyer reads of it', async () => {
  const buyer = newPerson();
  const bought = await openPage();
  await withEvidence(bought.page, 'billing-buyer', async () => {
    await bought.page.goto(`${product.url}/register`);
    await fillRegistration(bought.page, buyer);
    await bought.page.goto(`${product.url}/activate`);
    await goToPay(bought.page, product.url, MONTHLY);
    await bought.page.getByRole('button', { name: 'Succeed' }).click();
    await bought.page.getByRole('button', { name: 'Back to Trickdesk' }).click();
    const payment = bought.page.getByRole('region', { name: text('billing.payment.title') });
    await payment.getByText(text('billing.payment.states.paid'), { exact: true }).waitFor();
  });
  await putOutOfStep(buyer.email);

  const operating = await openPage();
  await withEvidence(operating.page, 'billing-operator', async () => {
    await signInAsOperator(operating.page);
    await settlePayment(operating.page, buyer);
    await refundInvoice(operating.page, buyer);
    await changePrice(operating.page);
    await withdraw(bought.page, buyer);
    await clearWithdrawal(operating.page, buyer);
  });
  await withEvidence(bought.page, 'billing-told', async () => {
    await bought.page.goto(`${product.url}/alerts`);
    const alert = bought.page.getByRole('row').filter({ hasText: 'Trade activation, monthly: ₹499.00 refunded' });
    await alert.getByText('Bought by mistake.').waitFor();
    await bought.page.goto(`${product.url}/subscription`);
    await bought.page.getByText('₹249 a month').waitFor();
    await bought.page.getByRole('button', { name: 'Buy Trade activation, monthly' }).waitFor();
  });
  expect([bought.watch.take(), operating.watch.take()]).toEqual([[], []]);
  await Promise.all([bought.context.close(), operating.context.close()]);
});

async function openPage() {
  const context = await browser.newContext({ viewport: WIDE });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { context, watch, page };
}

/** As if its event had come to nobody and the gateway had been asked about it meanwhile. */
const putOutOfStep = (email: string): Promise<void> =>
  change(
    `UPDATE payment SET out_of_step = 'The gateway has a payment that no event told of.'
    FROM account WHERE account.id = payment.account_id AND account.email = $1`,
    [email],
  );

/** Changes one row of the product's database. */
const change = (statement: string, values: readonly string[]): Promise<void> =>
  withDatabase(async (database) => {
    const { rowCount } = await database.query(statement, [...values]);
    expect(rowCount).toBe(1);
  });

async function withDatabase(work: (database: pg.Pool) => Promise<void>): Promise<void> {
  const database = new pg.Pool({ connectionString: product.databaseUrl(), max: 1 });
  try {
    await work(database);
  } finally {
    await database.end();
  }
}

async function signInAsOperator(page: Page): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByLabel(text('accounts.emailOrUsername')).fill(OPERATOR.email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(OPERATOR.password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${product.url}/ops`);
  await page.waitForURL((url) => url.pathname === '/ops/withdrawals');
}

/** Fills in the operator's password and does what the button of the open drawer says. */
async function decide(page: Page, verb: string): Promise<void> {
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(text('operations.password'), { exact: true }).fill(OPERATOR.password);
  await drawer.getByRole('button', { name: verb, exact: true }).click();
  await drawer.waitFor({ state: 'detached' });
}

const openRow = (page: Page, { email }: Person): Promise<void> =>
  page.getByRole('row').filter({ hasText: email }).getByRole('link').click();

async function settlePayment(page: Page, buyer: Person): Promise<void> {
  await page.goto(`${product.url}/ops/payments`);
  await openRow(page, buyer);
  await page.getByRole('dialog').getByText('The gateway has a payment that no event told of.').waitFor();
  await decide(page, text('operations.payments.settle'));
  await page.getByText(text('operations.payments.inStep'), { exact: true }).waitFor();
}

async function refundInvoice(page: Page, buyer: Person): Promise<void> {
  await page.goto(`${product.url}/ops/invoices`);
  await openRow(page, buyer);
  await page.getByRole('dialog').getByLabel(text('operations.reason'), { exact: true }).fill('Bought by mistake.');
  await decide(page, 'Refund ₹499.00');
  const row = page.getByRole('row').filter({ hasText: buyer.email });
  await row.getByText(text('operations.invoices.lists.refunded'), { exact: true }).waitFor();
}

async function changePrice(page: Page): Promise<void> {
  await page.goto(`${product.url}/ops/plans`);
  await page.getByRole('link', { name: 'Plus, monthly', exact: true }).click();
  await page.getByRole('dialog').getByLabel(text('operations.plans.priceOf'), { exact: true }).fill('249');
  await page.getByText('The price is ₹249.00 instead of ₹199.00 from now on').waitFor();
  await decide(page, text('operations.plans.change'));
  await page.getByRole('row').filter({ hasText: 'Plus, monthly' }).getByText('₹249.00').waitFor();
}

async function withdraw(page: Page, buyer: Person): Promise<void> {
  const client = clientOf(product.url, await page.evaluate(() => localStorage.getItem('accessToken') ?? ''));
  await verifyPerson(client, buyer, 'ABCPE1234F');
  const { password } = buyer;
  await withDatabase((database) => oweReward(database, buyer.email, 300_00));
  await client.send('withdrawalPayment', { amountPaise: 200_00, wallet_id: 2, password, idempotencyKey: 'journey-1' });
}

/** As if the payout service had said what cannot be. */
async function clearWithdrawal(page: Page, buyer: Person): Promise<void> {
  const words = 'The payout service says “failed” of what is “paid” here.';
  await change(`UPDATE withdrawal SET out_of_step = $1`, [words]);
  await page.goto(`${product.url}/ops/withdrawals`);
  await page.getByRole('row').filter({ hasText: buyer.email }).getByRole('link').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(words).waitFor();
  await drawer.getByLabel(text('operations.reason'), { exact: true }).fill('The bank has it as paid.');
  await decide(page, text('operations.clear'));
  await page.goto(`${product.url}/ops/acts`);
  await page.getByText('that was out of step: The bank has it as paid.').first().waitFor();
}

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
