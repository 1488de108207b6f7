import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { NO_PAST, type Product, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false, settings: NO_PAST })]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('without a connection the shell opens, says so, keeps what was seen, and sends nothing later', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await withEvidence(page, 'offline', async () => {
    await page.goto(`${product.url}/register`);
    const person = newPerson();
    await fillRegistration(page, person);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(`${product.url}/profile/preferences`);
    const mails = page.getByRole('switch', { name: cell('trades', 'email') });
    await mails.waitFor();
    await expectAlwaysOn(page);

    await context.setOffline(true);
    const notice = page.getByRole('status').filter({ hasText: text('connection.offline') });
    await notice.filter({ hasText: text('connection.age.moments_other') }).waitFor();
    const tried: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/notificationpreferences')) tried.push(request.postData() ?? '');
    });
    await mails.click();
    await page.getByText(text('failure.noConnection')).first().waitFor();
    await expect.poll(() => mails.isChecked()).toBe(false);
    await expect.poll(() => mails.isEnabled()).toBe(true);
    expect(tried.filter((body) => body.includes('email'))).toHaveLength(1);

    await context.setOffline(false);
    await notice.waitFor({ state: 'detached' });
    expect(tried.filter((body) => body.includes('email'))).toHaveLength(1);
    await mails.click();
    await expect.poll(() => mails.isChecked()).toBe(true);
    await page.reload();
    await expect.poll(() => mails.isChecked()).toBe(true);

    await context.setOffline(true);
    await page.goto(`${product.url}/`);
    await notice.filter({ hasText: text('connection.copy') }).waitFor();
    await page.getByRole('navigation', { name: text('nav.label') }).waitFor();
    await page.getByRole('button', { name: person.fullName }).click();
    await page.getByRole('menuitem', { name: text('shell.logOut') }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder(text('shell.palette.placeholder')).waitFor();
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await expectRestStands(page, product);
    await expectNoCallKept(page);
  });
  await context.close();
});

test('a part of a page whose style cannot be had says so, and its page stands', async () => {
  // The worker would ask for the file in the page's place.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await withEvidence(page, 'style-missing', async () => {
    await page.goto(`${product.url}/register`);
    await fillRegistration(page, newPerson());
    await page.goto(`${product.url}/wallet`);
    const figure = page.locator('[data-figure="walletFree"]').first();
    const styles = /\/app\/explain-panel-[\w-]+\.css$/;
    await page.route(styles, (route) => route.abort());
    await Promise.all([page.waitForEvent('requestfailed', (request) => styles.test(request.url())), figure.click()]);
    await page.getByText(text('failure.partText')).waitFor();
    await figure.waitFor();
    await page.unroute(styles);
    await page.reload();
    await figure.click();
    await page.getByRole('dialog').waitFor();
  });
  await context.close();
});

/** A cell of the table, as it is called. */
const cell = (category: 'trades' | 'security', channel: 'in_app' | 'email'): string =>
  text('notifications.settings.cell')
    .replace('{{category}}', text(`notifications.category.${category}`))
    .replace('{{channel}}', text(`notifications.settings.channel.${channel}`));

async function expectAlwaysOn(page: Page): Promise<void> {
  const row = page.getByRole('row', { name: text('notifications.category.security') });
  expect(await row.getByText(text('notifications.settings.always'), { exact: true }).count()).toBe(1);
  expect(await page.getByRole('switch', { name: cell('security', 'in_app'), exact: true }).count()).toBe(0);
}

/** A part of a page whose code is not kept waits, and its page stands, with what it says and with a way to the part. */
async function expectRestStands(page: Page, { url }: Product): Promise<void> {
  await page.goto(`${url}/wallet`);
  const figure = page.locator('[data-figure="walletFree"]').first();
  await figure.waitFor();
  await page.context().setOffline(true);
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().includes('/app/explain-panel-')),
    figure.click(),
  ]);
  await figure.waitFor();
  await page.context().setOffline(false);
  const panel = page.getByRole('dialog');
  const gone = page.getByText(text('failure.partText'));
  await panel.or(gone).first().waitFor();
  await figure.waitFor();
  // The browser may remember that the code could not be had.
  if (await gone.isVisible()) {
    await page.reload();
    await figure.click();
  }
  await panel.waitFor();
}

/** The worker keeps files of the app; nothing that a call answered. */
async function expectNoCallKept(page: Page): Promise<void> {
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { caches: names.length, paths: all.flat().map(({ url }) => new URL(url).pathname) };
  });
  expect(kept.caches).toBe(1);
  expect(kept.paths.filter((path) => /^\/(userapi|adminapi|jwt)\//.test(path))).toEqual([]);
  expect(kept.paths).toContain('/');
}
