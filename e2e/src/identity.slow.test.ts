import { totpAt } from '@trickdesk/brokers/smartapi';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { addBank, verifyAadhaar, verifyPan } from './kyc-steps.ts';
import { watchPages } from './page-watch.ts';
import { type Product, REAL_PACE, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

const WIDE = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ settings: REAL_PACE })]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a newcomer proves who they are, says where their money goes, and signs in with a second factor', async () => {
  const person = newPerson();
  const context = await browser.newContext({ viewport: WIDE });
  // Asking for the code is a refusal; and the stream may knock once more before its page has heard of the sign-out.
  const refused = /\/(login|stream)$/;
  const watch = await watchPages(context, (status, path) => status === 401 && refused.test(path));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await withEvidence(page, 'identity', async () => {
    await page.goto(`${product.url}/register`);
    await fillRegistration(page, person);
    await verifyAadhaar(page, product.url);
    await verifyPan(page, 'abcpe1234f');
    await addBank(page, person.password, '123456780000');
    const { recovery, nextCode } = await switchOnSecondFactor(page, person.password);
    await signOut(page);
    await signIn(page, person, recovery);
    await signOut(page);
    await signIn(page, person, await nextCode());
    await signOut(page);
    await forget(page, person.email);
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

async function switchOnSecondFactor(page: Page, password: string) {
  await page.getByRole('link', { name: text('nav.security'), exact: true }).click();
  const part = page.getByRole('region', { name: text('accounts.secondFactor.title') });
  await part.getByRole('button', { name: text('accounts.secondFactor.begin') }).click();
  await part.getByLabel(text('accounts.security.current'), { exact: true }).fill(password);
  await part.getByRole('button', { name: text('accounts.secondFactor.begin') }).click();
  const secret = ((await part.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const first = totpAt(secret, Date.now());
  await part.getByLabel(text('form.code')).fill(first);
  await part.getByRole('button', { name: text('accounts.secondFactor.confirm') }).click();
  const recovery = (await part.getByRole('listitem').first().textContent()) ?? '';
  expect(await part.getByRole('listitem').count()).toBe(10);
  await part.getByRole('button', { name: text('accounts.secondFactor.kept') }).click();
  await part.getByRole('button', { name: text('accounts.secondFactor.renew') }).waitFor();
  /** No code is taken twice, and one of the next half minute is good already. */
  return { recovery, nextCode: async () => totpAt(secret, Date.now() + 30_000) };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account and appearance/ }).click();
  await page.getByRole('menuitem', { name: text('shell.logOut') }).click();
  await page.waitForURL((url) => url.pathname === '/login');
}

async function signIn(page: Page, { email, password }: { email: string; password: string }, code: string) {
  await page.getByLabel(text('accounts.emailOrUsername')).fill(email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text('accounts.signIn') }).click();
  await page.getByRole('heading', { name: text('accounts.secondStep.title') }).waitFor();
  await page.getByLabel(text('form.code')).fill(code);
  // The last that the first page asks for: whoever signs out before it is answered would be told that it was refused.
  const ranked = page.waitForResponse((answer) => answer.url().includes('/userapi/gettopten/'));
  await page.getByRole('button', { name: text('accounts.secondStep.verb') }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await ranked;
}

/** A link from the local outbox opens a new password, and with it the sign-in asks for a code as before. */
async function forget(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: text('accounts.forgot.link') }).click();
  await page.getByLabel(text('accounts.email'), { exact: true }).fill(email);
  await page.getByRole('button', { name: text('accounts.forgot.send') }).click();
  const [outbox] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: text('accounts.forgot.openOutbox') }).click(),
  ]);
  await outbox.getByRole('link').first().click();
  await outbox.waitForURL((url) => url.pathname === '/reset-password' && url.hash === '');
  const password = 'Copper-kettle-77';
  await outbox.getByLabel(text('accounts.security.new'), { exact: true }).fill(password);
  await outbox.getByRole('button', { name: text('accounts.reset.save') }).click();
  await outbox.getByText(text('accounts.reset.done')).waitFor();
  await outbox.getByLabel(text('accounts.emailOrUsername')).fill(email);
  await outbox.getByLabel(text('accounts.password'), { exact: true }).fill(password);
  await outbox.getByRole('button', { name: text('accounts.signIn') }).click();
  await outbox.getByRole('heading', { name: text('accounts.secondStep.title') }).waitFor();
}
