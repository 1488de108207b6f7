import type { Page } from 'playwright-core';
import { text } from './texts.ts';

/** Proving who one is, by the sandbox's fixed values. */

/** A wrong code first, then the right one of the sandbox. */
export async function verifyAadhaar(page: Page, url: string): Promise<void> {
  await page.waitForURL((address) => address.pathname === '/');
  await page.goto(`${url}/profile/kyc`);
  await page.getByLabel(text('kyc.aadhaarNumber'), { exact: true }).fill('9999 4105 7058');
  await page.getByLabel(text('kyc.consent')).check();
  await page.getByRole('button', { name: text('kyc.sendCode') }).click();
  const code = page.getByLabel(text('kyc.code'), { exact: true });
  await code.fill('000000');
  await page.getByRole('button', { name: text('kyc.checkCode'), exact: true }).click();
  await page.getByText('4 tries left').waitFor();
  await code.fill('123456');
  await page.getByRole('button', { name: text('kyc.checkCode'), exact: true }).click();
  await page.getByText(text('kyc.aadhaarDone')).waitFor();
  await page.getByText('••••7058').first().waitFor();
}

export async function verifyPan(page: Page, pan: string): Promise<void> {
  await page.getByLabel(text('kyc.panNumber'), { exact: true }).fill(pan);
  await page.getByLabel(text('accounts.personal.dateOfBirth')).fill('1990-05-04');
  await page.getByRole('button', { name: text('kyc.verifyPan') }).click();
  await page.getByText(text('kyc.panDone')).waitFor();
  await page.getByRole('heading', { name: text('kyc.done') }).waitFor();
}

/** @param account one whose last four digits are `0000` */
export async function addBank(page: Page, password: string, account: string): Promise<void> {
  await page
    .getByRole('link', { name: text('kyc.addBank') })
    .first()
    .click();
  await page.getByLabel(text('kyc.bank.account'), { exact: true }).fill(account.replace(/(.{4})/g, '$1 ').trim());
  await page.getByLabel(text('kyc.bank.confirm')).fill(account);
  await page.getByLabel(text('kyc.bank.ifsc'), { exact: true }).fill('HDFC0001234');
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text('kyc.bank.save') }).click();
  await page.getByText('••••0000').waitFor();
}
