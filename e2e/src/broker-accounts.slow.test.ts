import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { clientOf, newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { allowLive } from './live-person.ts';
import { watchPages } from './page-watch.ts';
import { linkSimulated } from './prepared-person.ts';
import { NO_PAST, type Product, startProduct } from './product.ts';
import { text } from './texts.ts';

const ELSEWHERE = 'S100091';
const HAND_TYPED = 'S100092';
const CODE_MS = 30_000;
/** More than a link takes from the code to the broker's answer. */
const LINKING_MS = 10_000;
const WIDE = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false, settings: NO_PAST })]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a person links a second broker account with the keyboard, is refused the codes that are taken, and chooses where an order goes', async () => {
  const person = newPerson();
  const elsewhere = await register(newPerson());
  // By the code before this one, which is still good: the page's own is wanted for the same account soon.
  await untilCodesLast(LINKING_MS);
  await linkSimulated(elsewhere, ELSEWHERE, Date.now() - CODE_MS);
  const client = await register(person);
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  const watch = await watchPages(context, (status, path) => status === 409 && path.endsWith('/linkangelone'));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await withEvidence(page, 'broker-accounts', async () => {
    await signIn(page, person);
    await page.goto(`${product.url}/profile/broker`);
    const another = page.getByRole('button', { name: text('brokerLinks.another'), exact: true });
    await linkWith(form(page, 'first'));
    await another.waitFor();
    const [first = ''] = await codes(page);

    await another.focus();
    await page.keyboard.press('Enter');
    const second = form(page, 'another');
    expect(await focusedIn(second)).toBe(text('brokerLinks.clientCode'));
    expect(await another.count()).toBe(0);
    await second.getByRole('button', { name: text('common.cancel'), exact: true }).click();
    expect(await another.evaluate((button) => button === document.activeElement)).toBe(true);

    await another.click();
    await linkWith(second, first.toLowerCase());
    await second.getByText(text('brokerLinks.problems.clientCodeLinked').replace('{{clientCode}}', first)).waitFor();
    await linkWith(second, ELSEWHERE);
    await second.getByText(new RegExp(`^${ELSEWHERE} is linked to another Trickdesk account`)).waitFor();
    await linkWith(second, HAND_TYPED);
    await second.waitFor({ state: 'detached' });
    await expect.poll(() => codes(page)).toEqual([HAND_TYPED, first]);
    expect(await another.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await violationsOf(page)).toEqual([]);

    await again(page, first);
    await placeOn(page, { person: person.email, codes: [HAND_TYPED, first] });
    await unlink(page, { code: HAND_TYPED, password: person.password });
    await expect.poll(() => codes(page)).toEqual([first]);
    const { broker_details: left } = await client.send('getangelone', {});
    expect(left.map(({ clientCode, status }) => [clientCode, status])).toEqual([[first, 'linked']]);
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

/** Renewing the session of one of several opens its form, and leaving it brings the focus back to its button. */
async function again(page: Page, code: string): Promise<void> {
  const button = account(page, code).getByRole('button', { name: text('brokerLinks.linkAgain'), exact: true });
  await button.click();
  const opened = form(page, 'again');
  await opened.getByText(code, { exact: true }).waitFor();
  await expect.poll(() => focusedIn(opened)).toBe(text('brokerLinks.apiKey'));
  expect(await button.count()).toBe(0);
  await opened.getByRole('button', { name: text('common.cancel'), exact: true }).click();
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** No account is taken silently: nothing is previewed before one is chosen. */
async function placeOn(page: Page, given: { readonly person: string; readonly codes: readonly string[] }) {
  const database = new pg.Pool({ connectionString: product.databaseUrl(), max: 1 });
  await allowLive(database, given.person).finally(() => database.end());
  await page.goto(`${product.url}/orders`);
  await page.getByRole('button', { name: text('orders.own.place'), exact: true }).click();
  const panel = page.getByRole('dialog');
  const choice = panel.getByLabel(text('orders.own.account'));
  await expect
    .poll(() => choice.locator('option').allTextContents())
    .toEqual([text('orders.own.chooseAccount'), ...given.codes]);
  const symbol = panel.getByLabel(text('orders.own.symbol'));
  const found = panel.getByRole('list', { name: text('orders.own.found') });
  // What is typed whole is taken when the field is left, though the answer comes later.
  await symbol.fill('infy');
  await panel.getByLabel(text('orders.quantity')).focus();
  await expect.poll(() => symbol.inputValue()).toBe('INFY');
  await symbol.fill('INF');
  await found.waitFor();
  // It takes the first of what will be found, and sends nothing.
  await symbol.press('Enter');
  await expect.poll(() => symbol.inputValue()).toBe('INFY');
  await found.waitFor({ state: 'detached' });
  await panel.getByLabel(text('orders.quantity')).fill('5');
  await panel.getByLabel(text('orders.detail.limit')).fill('1600');
  await panel.getByText(text('orders.own.fillInAccount')).waitFor();
  const [asked] = await Promise.all([
    page.waitForRequest('**/userapi/previeworder'),
    choice.selectOption(given.codes[1] ?? ''),
  ]);
  expect(asked.postDataJSON()).toHaveProperty('brokerId');
  await panel.getByText(text('orders.own.margin')).waitFor();
  await page.goto(`${product.url}/profile/broker`);
}

async function unlink(page: Page, { code, password }: { readonly code: string; readonly password: string }) {
  await account(page, code)
    .getByRole('button', { name: text('brokerLinks.unlink'), exact: true })
    .click();
  const panel = page.getByRole('dialog');
  await panel.getByText(text('brokerLinks.unlinkOthers_one')).waitFor();
  await panel.getByText(text('brokerLinks.unlinkBlocked')).waitFor();
  await panel.getByLabel(text('brokerLinks.password'), { exact: true }).fill(password);
  await panel.getByRole('button', { name: text('brokerLinks.unlinkVerb'), exact: true }).click();
  await panel.waitFor({ state: 'detached' });
}

const section = (page: Page, name: string | RegExp): Locator =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name, exact: true }) });
const form = (page: Page, kind: 'first' | 'another' | 'again'): Locator =>
  section(page, text(`brokerLinks.formTitle.${kind}`));
const account = (page: Page, code: string): Locator => section(page, `Angel One ${code}`);

/** The client codes of the accounts, from above to below. */
async function codes(page: Page): Promise<string[]> {
  const titles = await page.getByRole('heading', { level: 2, name: /^Angel One S\d+$/ }).allTextContents();
  return titles.map((title) => title.replace('Angel One ', ''));
}

/** Fills in the simulator's values, another client code where one is named, and sends. */
async function linkWith(linking: Locator, clientCode?: string): Promise<void> {
  await linking.getByRole('button', { name: text('brokerLinks.simFill'), exact: true }).click();
  await expect.poll(() => linking.getByLabel(text('brokerLinks.totp')).inputValue()).not.toBe('');
  if (clientCode !== undefined)
    await linking.getByLabel(text('brokerLinks.clientCode'), { exact: true }).fill(clientCode);
  await linking.getByRole('button', { name: text('brokerLinks.link'), exact: true }).click();
}

/** The label of the field that has the focus. */
function focusedIn(place: Locator): Promise<string> {
  return place.evaluate((element) => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement) || !element.contains(activeElement)) return '';
    return activeElement.labels?.[0]?.textContent?.trim() ?? '';
  });
}

/** Until the codes of now are those of the coming time, too. */
async function untilCodesLast(ms: number): Promise<void> {
  const left = CODE_MS - (Date.now() % CODE_MS);
  if (left < ms) await sleep(left);
}

async function register(person: ReturnType<typeof newPerson>) {
  const client = clientOf(product.url);
  const { accessToken } = await client.send('register', { ...person, acceptTerms: true, tokenTransport: 'body' });
  return clientOf(product.url, accessToken);
}

async function signIn(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByLabel(text('accounts.emailOrUsername')).fill(person.email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
  await page.waitForURL(`${product.url}/`);
}
