import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { text } from './texts.ts';

const DEMO = { email: 'demo@example.com', password: 'correct-horse-battery' };
const PAGES = [
  '/',
  '/tricks',
  '/my-tricks',
  '/orders',
  '/baskets',
  '/risk',
  '/wallet',
  '/subscription',
  '/tickets',
  '/alerts',
];
const hindi = JSON.parse(
  readFileSync(new URL('../../apps/web/public/assets/locales/hi.json', import.meta.url), 'utf8'),
);

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The heading and the menu of a page, and its buttons: what the product itself says there, without names and figures. */
const saidOn = (page: Page): Promise<readonly string[]> =>
  page
    .locator('h1, nav a, main button[type=button]')
    .evaluateAll((parts) =>
      parts.map((part) => part.textContent?.trim() ?? '').filter((words) => /[A-Za-z]{3}/.test(words)),
    );

test('whoever chooses Hindi before the sign-in reads every page in it, refusals too', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${product.url}/login`);
  await page.getByRole('button', { name: text('shell.languages.hi'), exact: true }).click();
  await page.getByLabel(hindi.accounts.emailOrUsername).fill(DEMO.email);
  await page.getByLabel(hindi.accounts.password, { exact: true }).fill('not-the-right-one');
  await page.getByRole('button', { name: hindi.accounts.signIn, exact: true }).click();
  await page.getByText(hindi.server['Email or Password is Invalid']).first().waitFor();
  await page.getByLabel(hindi.accounts.password, { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: hindi.accounts.signIn, exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.locator('html').getAttribute('lang')).toBe('hi');
  for (const path of PAGES) {
    await page.goto(`${product.url}${path}`);
    const heading = page.locator('h1').first();
    await heading.waitFor();
    expect(await heading.textContent(), path).toMatch(/[\u0900-\u097f]/);
    const english = (await saidOn(page)).filter((words) => !/[\u0900-\u097f]/.test(words));
    expect(
      english.filter((words) => !/^(?:Trickdesk|English|CSV|PDF|SIP|ROBO Pro)$/.test(words)),
      path,
    ).toEqual([]);
  }
  await page.goto(`${product.url}/profile/preferences`);
  await page.getByRole('button', { name: 'English', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: text('preferences.title') }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});
