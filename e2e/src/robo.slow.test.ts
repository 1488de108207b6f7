import { ROBO_QUESTIONS } from '@trickdesk/domain';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { watchPages } from './page-watch.ts';
import { goToPay } from './pay-steps.ts';
import { type Product, REAL_PACE, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

const ADVISER = 'INA000000001';
/** Chosen first; the aim and the loss contradict each other. */
const CHOSEN: Readonly<Record<string, string>> = {
  age: '31_45',
  horizon: '1_3',
  income: 'mostly',
  left_over: '10_25',
  emergency: 'over_6',
  loans: 'none',
  share: 'under_25',
  aim: 'grow_most',
  experience: 'shares',
  fall: 'wait',
  loss: 'none',
};

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct({ hasDemo: false, settings: { ...REAL_PACE, INVESTMENT_ADVISER_NUMBER: ADVISER } }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('ROBO Pro is bought, keeps answers over a reload, names a contradiction, and suggests a mix with its note', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  const watch = await watchPages(context, (status) => status === 422);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);

  await withEvidence(page, 'robo-buy', async () => {
    await page.goto(`${product.url}/register`);
    await fillRegistration(page, newPerson());
    await page.getByRole('link', { name: text('nav.roboPro'), exact: true }).click();
    await page.getByRole('heading', { name: text('robo.locked.title') }).waitFor();
    await page.getByText(ADVISER).waitFor();
    await goToPay(page, product.url, { name: 'ROBO Pro, monthly', due: '₹299.00', tax: '₹45.61' });
    await page.getByRole('button', { name: 'Succeed' }).click();
    await page.getByRole('button', { name: 'Back to Trickdesk' }).click();
    const payment = page.getByRole('region', { name: text('billing.payment.title') });
    await payment.getByText(text('billing.payment.states.paid'), { exact: true }).waitFor();
  });

  await withEvidence(page, 'robo-answers', async () => {
    await page.goto(`${product.url}/robo-pro`);
    await page.getByRole('heading', { name: text('robo.questions.title') }).waitFor();
    for (const [place, { id }] of ROBO_QUESTIONS.entries()) {
      await choose(page, id, CHOSEN[id] ?? '');
      if (place === 4) {
        await page.reload();
        expect(await page.getByLabel(optionText(id, CHOSEN[id] ?? ''), { exact: true }).isChecked()).toBe(true);
      }
      const isLast = place === ROBO_QUESTIONS.length - 1;
      await page.getByRole('button', { name: text(isLast ? 'robo.questions.send' : 'robo.questions.next') }).click();
    }
    const refused = page.getByRole('alert').filter({ hasText: '“Grow as much as possible” and “No loss at all”' });
    await refused.getByRole('button').filter({ hasText: 'What is the largest loss' }).click();
    await choose(page, 'loss', 'up_to_25');
    await page.getByRole('button', { name: text('robo.questions.send') }).click();
    await page.getByText('Careful', { exact: true }).first().waitFor();
  });

  await withEvidence(page, 'robo-mix', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: text('robo.mix.note'), exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^suitability-note-\d+\.pdf$/);
    await page.getByLabel(text('robo.mix.amount')).fill('100000');
    // Whether or not the basket of this part has its past yet.
    await page.getByText('₹70,000.00').waitFor();
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

const optionText = (questionId: string, optionId: string): string =>
  ROBO_QUESTIONS.find(({ id }) => id === questionId)?.options.find(({ id }) => id === optionId)?.text ?? '';

async function choose(page: Page, questionId: string, optionId: string): Promise<void> {
  await page.getByLabel(optionText(questionId, optionId), { exact: true }).check();
}
