import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Client, clientOf } from './client.ts';
import { demoSamples } from './demo-samples.ts';
import { englishOn, keptFor } from './hindi-words.ts';
import { type Product, startProduct } from './product.ts';
import { settle } from './screen-faults.ts';
import { text, textsOf } from './texts.ts';
import { ADDRESSES, type Address, type Samples, VISITS } from './visited-pages.ts';

const DEMO = { email: 'demo@example.com', password: 'correct-horse-battery' };
const hindi = textsOf('hi');
/** The demo's tricks and trades are made at the product's first start. */
const MADE_WITHIN_MS = 300_000;
const REDRAWN_MS = 150;
const JOURNEY = { timeout: 480_000 };

/** Without a sign-in, or of operators. */
const NOT_OF_INVESTORS = /^\/(?:\$|login|register|forgot-password|reset-password|activate|ops.*)$/;

let product: Product;
let browser: Browser;
let client: Client;
let samples: Samples;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
  const { accessToken } = await clientOf(product.url).send('login', { ...DEMO, tokenTransport: 'body' });
  client = clientOf(product.url, accessToken);
  samples = await demoSamples(client);
}, MADE_WITHIN_MS);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function chooseHindi(page: Page): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByRole('button', { name: text('shell.languages.hi'), exact: true }).click();
  await page.getByLabel(hindi('accounts.emailOrUsername')).fill(DEMO.email);
}

async function signIn(page: Page, password = DEMO.password): Promise<void> {
  await page.getByLabel(hindi('accounts.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: hindi('accounts.signIn'), exact: true }).click();
}

/** Within the open app, as a link does: loading it anew for each page would take most of the time. */
async function openPage(page: Page, path: string): Promise<void> {
  const before = new URL(page.url()).pathname;
  await page.evaluate((to) => {
    document.title = '';
    document.querySelector('h1')?.setAttribute('data-before', '');
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // Another view of one page keeps its heading.
  if (path.split('?')[0] === before) await page.waitForTimeout(REDRAWN_MS);
  else await page.waitForFunction(() => document.title !== '' && document.querySelector('h1:not([data-before])'));
  await settle(page);
}

const ofInvestors = (address: Address): boolean => !NOT_OF_INVESTORS.test(address);

test('whoever chooses Hindi before the sign-in reads every page in it, refusals too', JOURNEY, async () => {
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  ).newPage();
  page.setDefaultTimeout(20_000);
  await chooseHindi(page);
  await signIn(page, 'not-the-right-one');
  await page.getByText(hindi('server.Email or Password is Invalid')).first().waitFor();
  await signIn(page);
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.locator('html').getAttribute('lang')).toBe('hi');
  const kept = await keptFor(client);
  const left: Record<string, readonly string[]> = {};
  for (const path of ADDRESSES.filter(ofInvestors).flatMap((address) => VISITS[address](samples))) {
    await openPage(page, path);
    const english = await englishOn(page, kept);
    if (english.length > 0) left[path] = english;
  }
  expect(left).toEqual({});
  await page.goto(`${product.url}/profile/preferences`);
  await page.getByRole('button', { name: 'English', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: text('preferences.title') }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});
