import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { clientOf, newPerson, type Person } from './client.ts';
import { withEvidence } from './evidence.ts';
import { watchPages } from './page-watch.ts';
import { NO_PAST, type Product, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

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

test('a person takes a copy of their data, mends what stands against the deletion, and deletes the account', async () => {
  const person = newPerson();
  const context = await browser.newContext({ viewport: WIDE, acceptDownloads: true });
  // The stream may knock once more before its page has heard that the session is gone.
  const watch = await watchPages(context, (status, path) => status === 401 && /\/stream$/.test(path));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await withEvidence(page, 'own-data', async () => {
    await page.goto(`${product.url}/register`);
    await fillRegistration(page, person);
    const client = clientOf(product.url, await page.evaluate(() => localStorage.getItem('accessToken') ?? ''));
    const { trick_list: tricks } = await client.send('hometrickers', {});
    const { TricksId } = await client.send('toptenclone', { TricksId: tricks[0]?.TricksId ?? 0 });
    await client.send('setSetting', { TricksId, capitalPaise: 50_00_000_00 });
    await client.send('starttrick', { TricksId, idempotencyKey: 'own-data' });
    await page.goto(`${product.url}/profile/data`);
    await takeCopy(page, person, TricksId);
    await expectStopped(page);
    await client.send('stoptrick', { TricksId });
    const against = async () => (await client.send('previewdeletion', {})).obstacle_list;
    await expect.poll(against, { timeout: 30_000 }).toEqual([]);
    await page.reload();
    await leave(page, person);
    await page.goto(`${product.url}/register`);
    await fillRegistration(page, person);
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

async function takeCopy(page: Page, { password, email }: Person, TricksId: number): Promise<void> {
  await page.getByRole('textbox', { name: text('accounts.password') }).fill(password);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: text('ownData.copy.verb') }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^trickdesk-data-\d{4}-\d\d-\d\d\.json$/);
  const copy = JSON.parse(readFileSync(await download.path(), 'utf8'));
  const recordsOf = (name: string) => copy.sections.find((one: { readonly name: string }) => one.name === name).records;
  expect(recordsOf('account')).toMatchObject([{ email }]);
  expect(recordsOf('deployment')).toMatchObject([{ id: TricksId, status: 'running' }]);
  await page.getByText(text('ownData.copy.done')).waitFor();
}

async function expectStopped(page: Page): Promise<void> {
  await page.reload();
  await page
    .getByRole('link', { name: text('ownData.delete.mend.TRICKS_RUNNING'), exact: true })
    .last()
    .waitFor();
  expect(await page.getByRole('button', { name: text('ownData.delete.open') }).isDisabled()).toBe(true);
}

async function leave(page: Page, { username, password }: Person): Promise<void> {
  await page.getByText(text('ownData.delete.free')).waitFor();
  await page.getByRole('button', { name: text('ownData.delete.open') }).click();
  const panel = page.getByRole('dialog');
  const verb = panel.getByRole('button', { name: text('ownData.delete.verb') });
  await panel.getByRole('textbox', { name: text('accounts.password') }).fill(password);
  expect(await verb.isDisabled()).toBe(true);
  await panel.getByRole('textbox').last().fill(username);
  await verb.click();
  await page.getByText(text('accounts.erased')).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
}
