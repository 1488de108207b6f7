import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Bought {
  readonly name: string;
  /** As the page writes them. */
  readonly due: string;
  readonly tax: string;
}

/** From the activation's page to the gateway's. */
export async function goToPay(page: Page, url: string, { name, due, tax }: Bought): Promise<void> {
  await page.getByRole('button', { name: `Buy ${name}` }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText(tax).waitFor();
  await panel.getByRole('button', { name: `Pay ${due} at the gateway` }).click();
  await page.waitForURL(/\/pay\/order_\w+$/);
  await page.getByRole('button', { name: 'Go on to the gateway' }).click();
  await page.getByText('Sandbox · no money moves').waitFor();
  expect(new URL(page.url()).origin).not.toBe(url);
}
