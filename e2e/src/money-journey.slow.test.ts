import { totpAt } from '@trickdesk/brokers/smartapi';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { clientOf, newPerson, type Person } from './client.ts';
import { textOfDatabase } from './database-text.ts';
import { withEvidence } from './evidence.ts';
import { addBank, verifyAadhaar, verifyPan } from './kyc-steps.ts';
import { appointOperator, OPERATOR, verifyPerson } from './owed-person.ts';
import { type PageWatch, watchPages } from './page-watch.ts';
import { goToPay } from './pay-steps.ts';
import { NO_PAST, type Product, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

const YEARLY = { name: 'Trade activation, yearly', due: '₹4,990.00', tax: '₹761.19' };

let product: Product;
let browser: Browser;
beforeAll(async () => {
  const options = { hasDemo: false, settings: { ...NO_PAST, LOG_LEVEL: 'debug' } };
  [browser, product] = await Promise.all([launchBrowser(), startProduct(options)]);
  await appointOperator(product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watch: PageWatch;
}

/** A browser of its own: another person's. */
async function open(): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context, (status, path) => status === 401 && path === '/jwt/login');
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return { context, page, watch };
}

async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>, code?: string) {
  await page.goto(`${product.url}/login`);
  await page.getByLabel(text('accounts.emailOrUsername')).fill(email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
  if (code !== undefined) {
    await page.getByLabel(text('form.code')).fill(code);
    await page.getByRole('button', { name: text('accounts.secondStep.verb') }).click();
  }
  await page.waitForURL((url) => url.pathname === '/');
}

/** Whatever opens something, as a person types or a browser keeps it. */
const secrets: string[] = [];

test('an invited person pays; who invited them is rewarded, withdraws, and is paid once an operator approves', async () => {
  const referrer = await makeReferrer();
  const inviting = await open();
  const { page } = inviting;
  const link = await withEvidence(page, 'money-link', async () => {
    await signIn(page, referrer.person, referrer.code());
    const client = clientOf(product.url, await page.evaluate(() => localStorage.getItem('accessToken') ?? ''));
    return `${product.url}/register?ref=${(await client.send('getMyTeam', {})).referralCode}`;
  });

  await beInvited(link);

  // Nothing was loaded anew: the reward is told to the page that is open.
  await withEvidence(page, 'money-withdrawal', async () => {
    await page.getByRole('link', { name: text('nav.team'), exact: true }).click();
    await page.getByRole('link', { name: text('nav.rewards'), exact: true }).click();
    await page.getByRole('row').filter({ hasText: '₹500.00' }).first().waitFor();
    await page.getByRole('link', { name: text('nav.wallet'), exact: true }).click();
    await page.getByRole('link', { name: text('nav.walletBank'), exact: true }).click();
    // The page before has a button of the same name.
    await page.getByRole('heading', { name: text('wallet.bankTitle') }).waitFor();
    await page.getByRole('button', { name: text('wallet.withdraw') }).click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel(text('wallet.amount'), { exact: true }).fill('2,00');
    await panel.getByLabel(text('form.code')).fill(referrer.code());
    await panel.getByRole('button', { name: 'Withdraw ₹200.00' }).click();
    await page.getByRole('row').filter({ hasText: '₹200.00' }).getByText(text('wallet.states.requested')).waitFor();
  });
  await approve(referrer.person);
  await withEvidence(page, 'money-paid', async () => {
    const row = page.getByRole('row').filter({ hasText: '₹200.00' });
    await row.getByText(text('wallet.states.paid'), { exact: true }).waitFor();
    await row.getByRole('link').first().click();
    const panel = page.getByRole('dialog');
    const steps = panel.getByRole('list', { name: text('wallet.steps') }).getByRole('listitem');
    // A count does not wait for the panel that is still opening.
    await steps.nth(3).waitFor();
    expect(await steps.count()).toBe(4);
    await page.keyboard.press('Escape');
    await page.goto(`${product.url}/alerts`);
    for (const title of [
      '₹500.00 came to your rewards',
      'You asked for ₹200.00 to be sent to your bank',
      '₹200.00 paid to your bank',
    ]) {
      await page.getByText(title, { exact: true }).first().waitFor();
    }
    await page.goto(`${product.url}/wallet`);
    await page.getByText('₹300.00').first().waitFor();
  });
  await keepTokens(inviting);
  expect(inviting.watch.take()).toEqual([]);
  await inviting.context.close();

  await expectNoSecrets();
});

/** Verified, with a bank account and a second factor. */
async function makeReferrer() {
  const person = newPerson();
  const { accessToken } = await clientOf(product.url).send('register', {
    ...{ ...person, acceptTerms: true, tokenTransport: 'body' },
  });
  const client = clientOf(product.url, accessToken);
  await verifyPerson(client, person, 'ABCPE1234F');
  const { secret } = await client.send('enabletwofactor', { password: person.password });
  let step = Date.now() - 60_000;
  /** No code is taken twice; the one before and the one after are good, too. */
  const code = (): string => {
    step += 30_000;
    return totpAt(secret, step);
  };
  const { recoveryCodes } = await client.send('confirmtwofactor', { code: code() });
  secrets.push(person.password, 'ABCPE1234F', '999941057058', '123456780000', accessToken, secret, ...recoveryCodes);
  return { person, code };
}

/** From the link through KYC and the gateway's page to live trading. */
async function beInvited(link: string): Promise<void> {
  const invited = { ...newPerson(), password: 'a quiet lake at dawn' };
  const guest = await open();
  const { page } = guest;
  await withEvidence(page, 'money-invited', async () => {
    await page.goto(link);
    await fillRegistration(page, invited);
    await verifyAadhaar(page, product.url);
    await verifyPan(page, 'ABFPE1234K');
    await addBank(page, invited.password, '987654320000');
    await page.goto(`${product.url}/activate`);
    await goToPay(page, product.url, YEARLY);
    await page.getByRole('button', { name: 'Succeed' }).click();
    await page.getByRole('button', { name: 'Back to Trickdesk' }).click();
    const payment = page.getByRole('region', { name: text('billing.payment.title') });
    await payment.getByText(text('billing.payment.states.paid'), { exact: true }).waitFor();
    await page.goto(`${product.url}/activate`);
    await page.getByText(text('billing.activate.onText')).waitFor();
  });
  secrets.push(invited.password, 'ABFPE1234K', '987654320000');
  await keepTokens(guest);
  expect(guest.watch.take()).toEqual([]);
  await guest.context.close();
}

async function approve({ email }: Person): Promise<void> {
  const operating = await open();
  const { page } = operating;
  await withEvidence(page, 'money-operator', async () => {
    await signIn(page, OPERATOR);
    await page.getByRole('link', { name: text('nav.operations'), exact: true }).click();
    await page.getByRole('row').filter({ hasText: email }).getByRole('link').click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel(text('operations.password'), { exact: true }).fill(OPERATOR.password);
    await panel.getByRole('button', { name: 'Approve ₹200.00' }).click();
    await page.getByRole('row').filter({ hasText: email }).waitFor({ state: 'detached' });
    await page.goto(`${product.url}/ops/ledger`);
    await page.getByText(text('operations.sound')).first().waitFor();
  });
  await keepTokens(operating);
  expect(operating.watch.take()).toEqual([]);
  await operating.context.close();
}

async function keepTokens({ context, page }: Opened): Promise<void> {
  secrets.push(await page.evaluate(() => localStorage.getItem('accessToken') ?? ''));
  for (const { name, value } of await context.cookies()) if (name === 'refreshToken') secrets.push(value);
}

/** In what was printed, and in every row of both databases. */
async function expectNoSecrets(): Promise<void> {
  const dump = await textOfDatabase(product.databaseUrl());
  const simulator = await textOfDatabase(product.databaseUrl('simulator'));
  const places = { log: product.output(), database: dump, simulator };
  const asked = [...new Set(secrets)].filter((secret) => secret.length > 0);
  expect(asked.length).toBeGreaterThan(18);
  for (const secret of asked) {
    for (const [place, all] of Object.entries(places)) {
      const forms = [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')];
      expect(forms.filter((form) => all.includes(form)).length, `${secret.slice(0, 4)}… in the ${place}`).toBe(0);
    }
  }
  // What is looked through is really what was done.
  expect(dump).toContain('••••0000');
  console.log(
    `secrets: ${asked.length} looked for in plain, base64 and hexadecimal in ${Math.round(dump.length / 1_024)} KiB of the ` +
      `database, ${Math.round(simulator.length / 1_024)} KiB of the simulator's and ${Math.round(places.log.length / 1_024)} KiB of the log: none found`,
  );
}
