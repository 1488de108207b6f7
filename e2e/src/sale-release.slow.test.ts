import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { clientOf, newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { watchPages } from './page-watch.ts';
import { linkSimulated } from './prepared-person.ts';
import { NO_PAST, type Product, startProduct } from './product.ts';
import { text } from './texts.ts';

/** Codes that end in 7 gave their broker no standing authorisation. */
const WITHOUT_DDPI = 'S100097';
const SIM_TPIN = '123456';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false, settings: NO_PAST })]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('an owner authorises a sale at the depository from the page of holdings, and comes back to shares that may be sold', async () => {
  const person = newPerson();
  const client = clientOf(product.url);
  const { accessToken } = await client.send('register', { ...person, acceptTerms: true, tokenTransport: 'body' });
  await linkSimulated(clientOf(product.url, accessToken), WITHOUT_DDPI);
  const holdings = [{ token: '3045', quantity: 12, averagePaise: 600_00 }];
  await product.control('account', { client: WITHOUT_DDPI, holdings });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const watch = await watchPages(context, () => false);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await withEvidence(page, 'sale-release', async () => {
    await page.goto(`${product.url}/login`);
    await page.getByLabel(text('accounts.emailOrUsername')).fill(person.email);
    await page.getByLabel(text('accounts.password'), { exact: true }).fill(person.password);
    await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
    await page.waitForURL(`${product.url}/`);
    await page.goto(`${product.url}/holdings`);
    const section = page.getByRole('region', { name: text('saleRelease.title') });
    await section.getByText(text('saleRelease.need.needed')).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await section.getByRole('button', { name: /SBIN/ }).click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel(new RegExp(`^${text('saleRelease.pan')}`)).fill('abcpe1234f');
    await panel.getByRole('button', { name: text('saleRelease.panelVerb'), exact: true }).click();
    const [depository] = await Promise.all([
      context.waitForEvent('page'),
      section.getByRole('button', { name: text('saleRelease.openSimulated'), exact: true }).click(),
    ]);
    await releaseAt(depository);
    await section.getByRole('button', { name: text('saleRelease.look'), exact: true }).click();
    await section.getByText(text('saleRelease.status.released').replace('{{symbol}}', 'SBIN')).waitFor();
    await section.getByText(text('saleRelease.need.none')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

/** What a person does on the depository’s page, which says that it is simulated. */
async function releaseAt(depository: Page): Promise<void> {
  await depository.getByRole('heading', { name: 'Simulated depository' }).waitFor();
  await depository.getByLabel('TPIN').fill(SIM_TPIN);
  await depository.getByLabel('OTP').fill(SIM_TPIN);
  await depository.getByRole('button', { name: 'Authorise' }).click();
  await depository.getByText('The shares are released for sale today.').waitFor();
  await depository.close();
}
