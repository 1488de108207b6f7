import type { Page } from 'playwright-core';
import type { Person } from './client.ts';
import { text } from './texts.ts';

/** Fills in the form of the page that is open, sends it, and waits for the first page of the account. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await fillFields(page, person);
  await page.getByRole('button', { name: text('accounts.create') }).click();
  await page.getByRole('heading', { level: 1, name: text('home.title') }).waitFor();
}

/** What has to be filled in; a code of a link stays as it is. */
export async function fillFields(page: Page, person: Person): Promise<void> {
  await page.getByLabel(text('accounts.fullName')).fill(person.fullName);
  await page.getByLabel(text('accounts.email'), { exact: true }).fill(person.email);
  await page.getByLabel(text('accounts.username'), { exact: true }).fill(person.username);
  await page.getByLabel(text('accounts.mobile'), { exact: true }).fill(person.mobile);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(person.password);
  await page.getByRole('checkbox').check();
}
