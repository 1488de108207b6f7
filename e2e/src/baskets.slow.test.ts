import pg from 'pg';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { clientOf, newPerson, registered } from './client.ts';
import { withEvidence } from './evidence.ts';
import { allowLive } from './live-person.ts';
import { appointOperator, OPERATOR } from './owed-person.ts';
import { watchPages } from './page-watch.ts';
import { linkSimulated } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

const CLIENT_CODE = 'S100002';
const BASKET = 'Half Gold, Half Shares';
/** Orders go at the market's next opening; a night of the simulated market takes minutes at most. */
const BOUGHT_WITHIN_MS = 120_000;
/** Reviews begin when the history of every name has come in. */
const CATALOGUE_WITHIN_MS = 300_000;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false })]);
  await appointOperator(product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a newcomer invests in a basket in test mode, sets up a SIP, looks at a rebalance and closes', {
  timeout: 720_000,
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
    const basketPage = page.url();
    await overviewAddsUp(page);
    await page.goto(basketPage);
    await setUpSip(page);
    await lookAtRebalance(page);
    await close(page);
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

test('an investor with a broker invests live at the simulated one, and each order has its time line', {
  timeout: 720_000,
}, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const person = newPerson();
  await linkSimulated(await registered(product.url, person), CLIENT_CODE);
  const database = new pg.Pool({ connectionString: product.databaseUrl(), max: 1 });
  await allowLive(database, person.email).finally(() => database.end());
  await withEvidence(page, 'baskets-live', async () => {
    await page.goto(product.url);
    await page.getByLabel(text('accounts.emailOrUsername')).fill(person.email);
    await page.getByLabel(text('accounts.password'), { exact: true }).fill(person.password);
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

test('a basket that is held back is marked in the catalogue, as a card and as a row, until it is offered again', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const { accessToken } = await clientOf(product.url).send('login', { ...OPERATOR, tokenTransport: 'body' });
  const operator = clientOf(product.url, accessToken);
  await withEvidence(page, 'baskets-held-back', async () => {
    await page.goto(`${product.url}/register`);
    await fillRegistration(page, newPerson());
    await openBasket(page);
    const basketId = Number(/\/baskets\/(\d+)/.exec(page.url())?.[1]);
    const card = page.getByRole('article').filter({ hasText: BASKET });
    const row = page.getByRole('row').filter({ hasText: BASKET });
    const places = [
      [card, '/baskets'],
      [row, '/baskets?view=table'],
    ] as const;
    const shown = async (): Promise<number[]> => {
      const marks: number[] = [];
      for (const [place, address] of places) {
        await page.goto(product.url + address);
        await place.first().waitFor();
        marks.push(await place.getByText(text('baskets.heldBack.short'), { exact: true }).count());
      }
      return marks;
    };
    expect(await shown()).toEqual([0, 0]);
    const { password } = OPERATOR;
    await operator.send('opsholdbasket', { basketId, reason: 'A fund of it is being merged', password });
    expect(await shown()).toEqual([1, 1]);
    await operator.send('opsofferbasket', { basketId, reason: 'The merger is done', password });
    expect(await shown()).toEqual([0, 0]);
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

/** Paise of an amount on the screen: `−₹1,234.50 show what it is made of` are −123,450. */
function paiseIn(words: string): number {
  const [, sign, amount] = /([+−-]?)₹([\d,]+\.\d\d)/.exec(words) ?? [];
  if (amount === undefined) throw new Error(`no amount in “${words}”`);
  const paise = Math.round(Number(amount.replaceAll(',', '')) * 100);
  return sign === '' || sign === '+' ? paise : -paise;
}

async function paiseOf(amounts: Locator): Promise<number> {
  const paise = (await amounts.allInnerTexts()).map(paiseIn);
  return paise.reduce((sum, each) => sum + each, 0);
}

/** Each figure of the overview is what it opens to, and each table adds up to the same whole. */
async function overviewAddsUp(page: Page): Promise<void> {
  await page.goto(`${product.url}/holdings/overview?type=Test`);
  await page.getByRole('heading', { level: 1, name: text('portfolio.overview.title') }).waitFor();
  const worth = await openedFigure(page, 'worth');
  await openedFigure(page, 'unrealised');
  for (const table of ['byInstrument', 'byKind', 'byHolder']) {
    const region = page.getByRole('region', { name: text(`portfolio.overview.${table}`), exact: true }).first();
    expect(await paiseOf(region.locator('tbody td:last-child')), table).toBe(worth);
    expect(await paiseOf(region.locator('tfoot td')), table).toBe(worth);
  }
  await page.getByRole('link', { name: BASKET }).waitFor();
  const beside = page.getByRole('region', { name: text('portfolio.overview.beside'), exact: true });
  const putIn = beside.locator('tbody tr').first().locator('td');
  expect(await paiseOf(putIn.nth(1))).toBe(await paiseOf(putIn.nth(0)));
}

/** Opens a figure of the strip; what stands below it adds up to it. */
async function openedFigure(page: Page, name: 'worth' | 'unrealised'): Promise<number> {
  const figure = page
    .locator('main dl > div')
    .filter({ hasText: text(`portfolio.overview.${name}`) })
    .first()
    .getByRole('link');
  await figure.waitFor();
  const paise = await paiseOf(figure);
  await figure.click();
  const panel = page.getByRole('dialog');
  await panel.locator('tfoot td').waitFor();
  expect(await paiseOf(panel.locator('tbody td:last-child')), name).toBe(paise);
  expect(await paiseOf(panel.locator('tfoot td')), name).toBe(paise);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  return paise;
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
