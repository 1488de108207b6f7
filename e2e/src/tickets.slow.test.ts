import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureFile } from './asked-ticket.ts';
import { violationsOf } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { withEvidence } from './evidence.ts';
import { appointOperator, OPERATOR } from './owed-person.ts';
import { type PageWatch, watchPages } from './page-watch.ts';
import { type PreparedPerson, preparePerson } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { soon } from './soon.ts';
import { text } from './texts.ts';

const QUESTION = 'Why was it bought at that moment, and not a bar earlier?';
const ANSWER = 'Because the rule saw its cross at the close of that bar. The values stand beside your question.';
const TRADED_WITHIN_MS = 180_000;
const THANKS = 'Now I see. Thank you.';

let product: Product;
let browser: Browser;
let prepared: PreparedPerson;
beforeAll(async () => {
  const options = { hasDemo: false, settings: { SIM_SPEED: '120' } };
  [browser, product] = await Promise.all([launchBrowser(), startProduct(options)]);
  await appointOperator(product);
  prepared = await preparePerson(product.url, {
    ...{ clientCode: 'S100003', running: ['Quick cross SBIN'], withinMs: TRADED_WITHIN_MS },
  });
  await product.control('clock', { speed: 1 });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watch: PageWatch;
}

async function open(person: typeof OPERATOR): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${product.url}/login`);
  await page.getByLabel(text('accounts.emailOrUsername')).fill(person.email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1, name: text('home.title') }).waitFor();
  return { context, page, watch };
}

/** An entry that was decided and filled. */
async function boughtOrder(): Promise<number> {
  const { client } = prepared;
  const { test_orderhistory: orders = [] } = await client.send('orderhistory', { is_live: 0, status: 'filled' });
  const entry = orders.find(({ purpose }) => purpose === 'entry');
  if (!entry) throw new Error('the trick that has traded has no entry');
  return entry.orderId;
}

test('a person asks about an order, support answers, the open page shows it, and the person replies and closes', async () => {
  const orderId = await boughtOrder();
  const [asking, operating] = [await open(prepared.person), await open(OPERATOR)];
  const { page } = asking;

  await withEvidence(page, 'ticket-ask', async () => {
    await page.goto(`${product.url}/orders/${orderId}`);
    await page.getByRole('link', { name: text('orders.ask.order') }).click();
    await page.getByText(text('tickets.attached.order')).waitFor();
    expect(await page.getByLabel(text('tickets.subject')).inputValue()).toMatch(/^About: (Buy|Sell) \d+ [A-Z]+/);
    await refuseForged(page);
    await page.getByLabel(text('tickets.message'), { exact: true }).fill(QUESTION);
    await loseConnectionOnce(page);
    await page.getByTestId('files').setInputFiles({ name: 'chart.png', mimeType: 'image/png', buffer: pictureFile() });
    await page.getByText('chart.png').waitFor();
    await page.getByRole('button', { name: text('tickets.send') }).click();
    await page.waitForURL((url) => /^\/tickets\/\d+$/.test(url.pathname));
    await page.getByText(QUESTION).waitFor();
    // What the server attached: the decision with its values, and the story.
    await page.getByRole('heading', { name: text('orders.detail.decision') }).waitFor();
    await page
      .getByRole('list', { name: text('orders.detail.story') })
      .getByRole('listitem')
      .first()
      .waitFor();
    const content = page.getByRole('main');
    await content.getByText(text('tickets.states.person.open'), { exact: true }).waitFor();
  });

  await answer(operating.page);

  // Nothing was loaded anew: the answer comes to the page that is open, and the bell counts it.
  await withEvidence(page, 'ticket-answered', async () => {
    await page.getByText(ANSWER).waitFor();
    await page.getByText(text('tickets.states.person.waiting'), { exact: true }).waitFor();
    const address = new URL(page.url()).pathname;
    await page.getByRole('link', { name: /^Alerts: / }).click();
    // Trades push it from the first page of all alerts.
    await page
      .getByRole('navigation', { name: text('notifications.categories') })
      .getByRole('link', { name: /^Support/ })
      .click();
    const alert = page.getByRole('row').filter({ hasText: 'Support has answered: About: ' });
    await alert.waitFor();
    expect(await alert.count()).toBe(1);
    await alert.getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname === address);
    expect((await savedFile(page)).equals(pictureFile())).toBe(true);
    await page.getByLabel(text('tickets.message'), { exact: true }).fill(THANKS);
    await page.getByRole('button', { name: text('tickets.send') }).click();
    await page.getByRole('listitem').filter({ hasText: THANKS }).waitFor();
    expect(await page.getByLabel(text('tickets.message'), { exact: true }).inputValue()).toBe('');
  });

  // The operator who has taken it on sees the reply without loading anything anew.
  await withEvidence(operating.page, 'ticket-reply-seen', async () => {
    await operating.page.getByText(THANKS).waitFor();
    const content = operating.page.getByRole('main');
    await content.getByText(text('tickets.states.support.open'), { exact: true }).waitFor();
  });

  await withEvidence(page, 'ticket-closed', async () => {
    await page.getByRole('button', { name: text('tickets.close') }).click();
    await page.getByText(text('tickets.closedText')).waitFor();
    await page
      .getByRole('link', { name: text('tickets.title'), exact: true })
      .first()
      .click();
    const row = page.getByRole('row').filter({ hasText: 'About: ' });
    await row.getByText(text('tickets.states.person.closed'), { exact: true }).waitFor();
    await page.getByText(/^\d open, 1 closed$/).waitFor();
  });

  await withEvidence(operating.page, 'ticket-record', async () => {
    await operating.page.goto(`${product.url}/ops/acts`);
    await operating.page
      .getByText(/^Answered ticket \d+\.$/)
      .first()
      .waitFor();
    await operating.page.getByText(/^Took ticket \d+ on\.$/).waitFor();
  });
  for (const { watch, context } of [asking, operating]) {
    expect(watch.take().filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);
    await context.close();
  }
});

test('Ctrl K finds by its name what a person has and what the catalogues hold, by keyboard alone, with its mode', async () => {
  const { context, page, watch } = await open(prepared.person);
  const search = page.getByRole('textbox', { name: text('shell.palette.placeholder') });
  const find = async (words: string): Promise<void> => {
    // It forgets what was typed once it has closed.
    await search.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await search.waitFor();
    await page.keyboard.type(words);
  };
  const group = (name: string) => page.getByRole('group', { name: text(`shell.palette.${name}`), exact: true });
  const { client } = prepared;
  const [order] = (await client.send('orderhistory', { is_live: 0, pageSize: 1 })).test_orderhistory ?? [];
  const [trick] = (await client.send('mytrick', { type: 'Test', trickStatus: 0, pageSize: 1 })).trick_list;
  // The catalogue's baskets come once the past of their names is there.
  const basket = await soon('a basket', async () => (await client.send('listBasket', { pageSize: 1 })).basket_list[0]);
  if (!order || !trick) throw new Error('there is no order or no trick');

  await withEvidence(page, 'search', async () => {
    for (const [words, name, path] of [
      [trick.name, 'myTricks', '/my-tricks/'],
      [basket.name, 'baskets', '/baskets/'],
      ['About: ', 'tickets', '/tickets/'],
    ] as const) {
      await find(words);
      await group(name).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname.startsWith(path));
    }
    await find(order.symbol);
    await group('orders').waitFor();
    expect(await violationsOf(page, { within: '[role="dialog"]' })).toEqual([]);
    const found = page.getByRole('button', { name: new RegExp(`(Buy|Sell) \\d+ ${order.symbol}`) }).first();
    expect(await found.textContent()).toContain(text('mode.test'));
    await found.click();
    await page.waitForURL((url) => /^\/orders\/(own\/)?\d+$/.test(url.pathname));
    await find('qzxqzx');
    await page.getByText(text('shell.palette.nothing')).waitFor();
    // A list that cannot be read is told: nothing may be there that it would have found.
    await page.route('**/userapi/ticketlist', (route) => route.abort('failed'));
    await search.fill('qzxqzy');
    await page.getByText(text('shell.palette.failed')).waitFor({ timeout: 30_000 });
    expect(await page.getByText(text('shell.palette.nothing')).count()).toBe(0);
  });
  expect(watch.take().filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);
  await context.close();
});

/** A page that calls itself a picture is named at once; what was typed stays. */
async function refuseForged(page: Page): Promise<void> {
  const buffer = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
  await page.getByTestId('files').setInputFiles({ name: 'forged.png', mimeType: 'image/png', buffer });
  const line = page.getByRole('listitem').filter({ hasText: 'forged.png' });
  await line.getByText(text('tickets.problems.not_allowed')).waitFor();
  await line.getByRole('button').click();
  await line.waitFor({ state: 'detached' });
}

/** A connection that breaks leaves every word where it was, and the next try sends it once. */
async function loseConnectionOnce(page: Page): Promise<void> {
  await page.route('**/userapi/addticket', (route) => route.abort('failed'), { times: 1 });
  await page.getByRole('button', { name: text('tickets.send') }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: text('failure.noConnection') })
    .waitFor();
  expect(await page.getByLabel(text('tickets.message'), { exact: true }).inputValue()).toBe(QUESTION);
}

async function answer(page: Page): Promise<void> {
  await withEvidence(page, 'ticket-operator', async () => {
    await page.getByRole('link', { name: text('nav.operations'), exact: true }).click();
    await page.getByRole('link', { name: text('nav.opsTickets'), exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'About: ' });
    // Whose it is, as far as support needs to know.
    await row.getByText('Asha R.').waitFor();
    expect(await row.getByText(prepared.person.email).count()).toBe(0);
    await row.getByRole('link').first().click();
    await page.getByRole('button', { name: text('tickets.queue.take') }).click();
    await page.getByRole('button', { name: text('tickets.queue.giveBack') }).waitFor();
    await page.getByRole('heading', { name: text('orders.detail.decision') }).waitFor();
    await page.getByLabel(text('tickets.message'), { exact: true }).fill(ANSWER);
    await page.getByRole('button', { name: text('tickets.send') }).click();
    await page.getByRole('listitem').filter({ hasText: ANSWER }).waitFor();
  });
}

/** What the browser saves of the picture that went with the question. */
async function savedFile(page: Page): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'chart.png: download' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('chart.png');
  return readFileSync(await saved.path());
}
