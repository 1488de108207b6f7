import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askedTicket } from './asked-ticket.ts';
import { launchBrowser } from './browser.ts';
import { clientOf, newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { DAYS_TO_TRADE_IN, finishedBacktest, untilStored } from './finished-backtest.ts';
import { holdBasket } from './held-basket.ts';
import { allowLive, goLive } from './live-person.ts';
import { OPERATOR, oweReward, verifyPerson } from './owed-person.ts';
import { builtTrick } from './own-trick.ts';
import { type PageWatch, watchPages } from './page-watch.ts';
import { type PreparedPerson, preparePerson, stayLinked } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { faultsOf, NARROW, settle, WIDE } from './screen-faults.ts';
import { text } from './texts.ts';
import { ADDRESSES, type Address, liesAt, type Samples, VISITS } from './visited-pages.ts';

const GUEST_ADDRESSES: readonly Address[] = ['/login', '/register'];
const isOfOperators = (address: Address): boolean => address === '/ops' || address.startsWith('/ops/');
const CLIENT_CODE = 'S100078';
const TABS = 8;
/** For so long, and a little longer, a page is taken to be on its way out. */
const BELIEVED_LEFT_MS = 4_900;
/** Trades in both modes have to come first. */
const READY_WITHIN_MS = 600_000;
const HELD_WITHIN_MS = 180_000;

let product: Product;
let browser: Browser;
let prepared: PreparedPerson;
let samples: Samples;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ settings: { SIM_SPEED: '120' } })]);
  prepared = await preparePerson(product.url, {
    clientCode: CLIENT_CODE,
    running: ['Quick cross SBIN', 'VWAP stretch', 'Bank trend, both ways'],
    withinMs: 180_000,
  });
  await inviteSomebody();
  const orders = await prepared.client.send('orderhistory', { is_live: 0, TricksId: prepared.tradedId });
  // First who they are: what allows live trading for the demo would leave nothing to verify.
  const withdrawalId = await withdraw();
  // While the market hurries: at its real pace a fund is traded too seldom to wait for.
  const held = await holdBasket(prepared.client);
  const ownOrderId = await tradeLive();
  const backtestId = await finishedBacktest(prepared.client, prepared.strategyId, {
    ...{ fast: [3, 5, 8], slow: [15, 20, 30] },
  });
  const otherBacktestId = await finishedBacktest(prepared.client, prepared.strategyId);
  const ownTrickId = await builtTrick(prepared.client);
  const publicationId = await submitted(ownTrickId);
  const orderId = orders.test_orderhistory?.[0]?.orderId ?? 0;
  const ticketId = await askedTicket(product.url, prepared.client, orderId);
  samples = {
    ...{ ...prepared, ...held, orderId, ownOrderId, backtestId, otherBacktestId, ownTrickId, withdrawalId, ticketId },
    publicationId,
  };
}, READY_WITHIN_MS);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A page is looked at four times; beside other tests on two cores. */
const ADDRESS_WITHIN_MS = 180_000;

describe('in both skins, wide and narrow, it passes axe, never scrolls sideways, breaks no policy and reports no error', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.context.close());

  test.each(GUEST_ADDRESSES)('%s', { timeout: ADDRESS_WITHIN_MS }, (address) => expectSound(opened, address));

  describe('signed in', () => {
    beforeAll(() => signIn(opened.page));
    // The list of addresses is the router's own.
    const others = ADDRESSES.filter((address) => !GUEST_ADDRESSES.includes(address) && !isOfOperators(address));
    test.each(others)('%s', { timeout: ADDRESS_WITHIN_MS }, (address) => expectSound(opened, address));

    test('an operator’s page leads nowhere for somebody who is none', async () => {
      await opened.page.goto(`${product.url}/ops/withdrawals`);
      await opened.page.getByRole('heading', { level: 1, name: text('shell.notFoundTitle') }).waitFor();
      expect(await opened.page.getByRole('link', { name: text('nav.operations') }).count()).toBe(0);
    });
  });
});

describe('an operator’s pages, too', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
    await signIn(opened.page, OPERATOR);
  });
  afterAll(() => opened?.context.close());

  test.each(ADDRESSES.filter(isOfOperators))('%s', { timeout: ADDRESS_WITHIN_MS }, (address) =>
    expectSound(opened, address),
  );
});

async function expectSound({ page, watch }: Opened, address: Address): Promise<void> {
  const wrong: string[] = [];
  for (const route of VISITS[address](samples)) {
    await page.evaluate(renewEarly, ADDRESS_WITHIN_MS);
    expect(liesAt(route, address), `${route} as a sample of ${address}`).toBe(true);
    wrong.push(...(await faultsOf(page, product.url, route)));
  }
  wrong.push(...watch.take());
  expect(wrong).toEqual([]);
}

/**
 * On a busy machine the walk takes longer than a token lasts, and one that ran out under a page would be refused there.
 * Runs in the page.
 *
 * @param ms for so long it is to last at least
 */
async function renewEarly(ms: number): Promise<void> {
  // Before the first page nothing is stored.
  if (location.origin === 'null') return;
  const [, claims] = (localStorage.getItem('accessToken') ?? '').split('.');
  if (claims === undefined) return;
  const { exp }: { exp: number } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
  if (exp * 1_000 - Date.now() > ms) return;
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch('/jwt/refresh-token', { method: 'POST', headers, body: '{}' });
  const { data }: { data: { accessToken: string } } = await reply.json();
  localStorage.setItem('accessToken', data.accessToken);
}

/** Somebody who registers through the person's link. */
async function inviteSomebody(): Promise<void> {
  const { referralCode } = await prepared.client.send('getMyTeam', {});
  const invited = { ...newPerson(), referralCode, acceptTerms: true, tokenTransport: 'body' } as const;
  await clientOf(product.url).send('register', invited);
}

/**
 * Places an order by hand and takes a trick live until it holds something; then the market goes on at its real pace, so
 * that it still does when its page is looked at.
 *
 * @returns the order by hand
 */
async function tradeLive(): Promise<number> {
  const { client, person } = prepared;
  const database = new pg.Pool({ connectionString: product.databaseUrl(), max: 1 });
  await allowLive(database, person.email).finally(() => database.end());
  await stayLinked(client, CLIENT_CODE);
  const { quotes } = await client.send('quote', { instruments: [{ symbol: 'INFY' }] });
  const price = Math.round((quotes[0]?.last ?? 0) * 0.97 * 10) / 10;
  const wish = { symbol: 'INFY', side: 'buy', product: 'DELIVERY', quantity: 5, price } as const;
  const { order } = await client.send('placeorder', { ...wish, idempotencyKey: 'screens' });
  await goLive(client, prepared.strategyId);
  const deadline = performance.now() + HELD_WITHIN_MS;
  while ((await client.send('my-openposition', { type: 'Live', page: 1 })).total === 0) {
    if (performance.now() > deadline) throw new Error('no live trick holds anything');
    await sleep(250);
  }
  await product.control('clock', { speed: 1 });
  return order.orderId;
}

/** A trick that somebody has to decide about. @returns its publication */
async function submitted(TricksId: number): Promise<number> {
  const { client } = prepared;
  await untilStored(client, TricksId, DAYS_TO_TRADE_IN);
  const BacktestId = await finishedBacktest(client, TricksId);
  const wish = { TricksId, version: 2, BacktestId, category: 'trend', risk: 'medium' } as const;
  const { publication } = await client.send('submittrick', { ...wish, description: 'Buys when the average turns.' });
  return publication.publicationId;
}

/** Money that somebody has to decide about. @returns the withdrawal */
async function withdraw(): Promise<number> {
  const { client, person } = prepared;
  await verifyPerson(client, person, 'ABCPE1234F');
  const database = new pg.Pool({ connectionString: product.databaseUrl(), max: 1 });
  await oweReward(database, person.email, 25_000_00).finally(() => database.end());
  const { password } = person;
  const wish = { amountPaise: 12_000_00, wallet_id: 2, password, idempotencyKey: 'screens' } as const;
  return (await client.send('withdrawalPayment', wish)).withdrawal.withdrawalId;
}

test('with the keyboard alone a person signs in and starts a trick', async () => {
  const { context, page, watch } = await open();
  await withEvidence(page, 'keyboard', async () => {
    await page.goto(`${product.url}/my-tricks/${prepared.idleId}`);
    await page.waitForURL('**/login**');
    await tabTo(page, text('accounts.emailOrUsername'));
    await page.keyboard.type(prepared.person.email);
    await tabTo(page, text('accounts.password'));
    await page.keyboard.type(prepared.person.password);
    await page.keyboard.press('Enter');
    // The address changes first: until the page's code has come, the sign-in stands there.
    await page.getByRole('button', { name: text('deployments.actions.start'), exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/my-tricks/${prepared.idleId}`);
    await tabTo(page, text('deployments.actions.start'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, text('deployments.startPanel.verb'));
    await page.keyboard.press('Enter');
    await page.getByText(/^Running\./).waitFor();
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

test('eight tabs whose access token is refused all go on, with one refresh or few and no logout', async () => {
  const { context, page, watch } = await open((status) => status === 401);
  await signIn(page);
  const tabs = [page, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))];
  for (const tab of tabs) await tab.goto(`${product.url}/my-tricks?type=Test`);
  await Promise.all(tabs.map(settle));
  let refreshes = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/jwt/refresh-token') refreshes += 1;
  });
  await page.evaluate(() => localStorage.setItem('accessToken', 'a.forged.token'));
  await Promise.all(tabs.map((tab) => tab.reload()));
  await Promise.all(tabs.map(settle));
  for (const tab of tabs) {
    await tab
      .getByRole('link', { name: /Quick cross SBIN/ })
      .first()
      .waitFor();
    expect(new URL(tab.url()).pathname).toBe('/my-tricks');
  }
  console.log(`eight tabs with a refused token: ${refreshes} refresh call(s)`);
  expect(refreshes).toBeGreaterThan(0);
  expect(refreshes).toBeLessThanOrEqual(2);
  expect(watch.take()).toEqual([]);
  await context.close();
});

test('a page that is being left begins no refresh, and one that stays after all does so when that is clear', async () => {
  const { context, page, watch } = await open((status) => status === 401);
  await signIn(page);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/jwt/refresh-token');
  const leftAt = performance.now();
  await page.evaluate(() => {
    dispatchEvent(new Event('beforeunload'));
    localStorage.setItem('accessToken', 'a.forged.token');
  });
  await page.getByRole('link', { name: text('nav.positions') }).click();
  await asked;
  expect(performance.now() - leftAt).toBeGreaterThan(BELIEVED_LEFT_MS);
  await page.getByRole('heading', { level: 1, name: text('nav.positions') }).waitFor();
  await settle(page);
  expect(watch.take()).toEqual([]);
  await context.close();
});

test('an ended session says “Unautherised user” once, leads to the sign-in and comes back to where one was', async () => {
  const { context, page, watch } = await open((status) => status === 401);
  await signIn(page);
  await page.goto(`${product.url}/orders?type=Test`);
  await settle(page);
  await context.clearCookies();
  // In one go: what the page fetches by itself may notice it first.
  await page.getByRole('link', { name: text('nav.positions') }).evaluate((link) => {
    localStorage.setItem('accessToken', 'a.forged.token');
    if (link instanceof HTMLElement) link.click();
  });
  await page.waitForURL('**/login**');
  const said = page.getByRole('region', { name: text('toast.region') }).getByText('Unautherised user');
  await said.waitFor();
  expect(await said.count()).toBe(1);
  await fillSignIn(page);
  await page.waitForURL(/\/(positions|orders)/);
  expect(watch.take()).toEqual([]);
  await context.close();
});

test('a failure of the server says “Internal server Error” and leaves the page standing', async () => {
  const { context, page, watch } = await open((status) => status === 500);
  await withEvidence(page, 'failure', async () => {
    await signIn(page);
    // It fails until the button was pressed: a trade elsewhere makes the page read again by itself.
    await page.route('**/userapi/tradehistory', async (route) => {
      if ((await page.locator('body').getAttribute('data-pressed')) !== null) return route.continue();
      return route.fulfill({ status: 500, json: { status: false, code: 'INTERNAL', message: 'x', requestId: 'abc' } });
    });
    await page.goto(`${product.url}/trades?type=Test`);
    await page.getByText('Internal server Error').first().waitFor();
    const again = page.getByRole('button', { name: text('failure.tryAgain') });
    await again.waitFor();
    await page.evaluate(() => addEventListener('click', () => document.body.setAttribute('data-pressed', ''), true));
    await again.click();
    await page.getByRole('table', { name: text('orders.trades.title') }).waitFor();
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

test('a head sorts its table: by mouse and by keyboard, kept in the address, from page 1, and as a choice on a phone', async () => {
  const { context, page, watch } = await open();
  await withEvidence(page, 'sorting', async () => {
    await signIn(page);
    await page.goto(`${product.url}/orders?type=Test&page=2`);
    const table = page.getByRole('table', { name: text('orders.orders.title') });
    const head = table.getByRole('columnheader', { name: text('orders.symbol') });
    const time = table.getByRole('columnheader', { name: text('orders.time') });
    await time.waitFor();
    expect(await time.getAttribute('aria-sort')).toBe('descending');
    await head.getByRole('button').click();
    await page.waitForURL((url) => url.searchParams.get('sort') === 'symbol' && !url.searchParams.has('page'));
    await page.reload();
    await settle(page);
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    expect(await time.getAttribute('aria-sort')).toBeNull();
    const symbols = async () =>
      (await table.locator('tbody td:first-child a span span:first-child').allTextContents()).map((it) => it.trim());
    const up = await symbols();
    expect(up.length).toBeGreaterThan(0);
    expect(up).toEqual(up.toSorted());
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('sort') === '-symbol');
    await settle(page);
    await page.setViewportSize(NARROW);
    const choice = page.getByRole('combobox', { name: text('table.order.label') });
    expect(await choice.count()).toBe(0);
    await page.getByRole('button', { name: text('table.filters') }).click();
    expect(await choice.inputValue()).toBe('-symbol');
    await choice.selectOption('time');
    await page.waitForURL((url) => url.searchParams.get('sort') === 'time');
    expect(await head.getByRole('button').count()).toBe(0);
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watch: PageWatch;
}

async function open(expected: (status: number) => boolean = () => false): Promise<Opened> {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  const watch = await watchPages(context, expected);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return { context, page, watch };
}

async function signIn(page: Page, who: SignIn = prepared.person): Promise<void> {
  await page.goto(`${product.url}/login`);
  await fillSignIn(page, who);
  await page.waitForURL(`${product.url}/`);
  await settle(page);
}

interface SignIn {
  readonly email: string;
  readonly password: string;
}

async function fillSignIn(page: Page, who: SignIn = prepared.person): Promise<void> {
  await page.getByLabel(text('accounts.emailOrUsername')).fill(who.email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(who.password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
}

/** Presses Tab until what is named has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (element instanceof HTMLInputElement) return element.labels?.[0]?.textContent ?? '';
      return element?.textContent ?? '';
    });
    if (focused.trim() === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`eighty presses of Tab do not reach “${name}”`);
}
