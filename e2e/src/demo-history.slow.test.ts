import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { text } from './texts.ts';

const PASSWORD = 'correct-horse-battery';
/** From the moment in which the product says that it is ready. */
const MADE_WITHIN_MS = 90_000;
/** How long it is watched, so that a failure says how late it was. */
const WATCHED_MS = 180_000;

let product: Product;
let readyAt = 0;
beforeAll(async () => {
  product = await startProduct({ settings: { SIM_SPEED: '30' } });
  readyAt = performance.now();
});
afterAll(() => product.stop());

async function signIn(): Promise<string> {
  const reply = await fetch(`${product.url}/jwt/login`, {
    method: 'POST',
    headers: { token: 'web', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password: PASSWORD }),
  });
  return (await reply.json()).data.accessToken;
}

async function call(accessToken: string, name: string, input: object) {
  const reply = await fetch(`${product.url}/userapi/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return (await reply.json()).data;
}

/** What a person sees who opens the page while the history is being made. */
async function readPages(): Promise<{ signIn: string; home: string }> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${product.url}/login`);
    const signInHint = page.getByText('when you opened this page');
    await signInHint.waitFor();
    const signIn = (await signInHint.textContent()) ?? '';
    await page.getByLabel(text('accounts.emailOrUsername')).fill('demo@example.com');
    await page.getByLabel(text('accounts.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: text('accounts.signIn') }).click();
    const homeHint = page.getByText('is being made: step');
    await homeHint.waitFor();
    return { signIn, home: (await homeHint.textContent()) ?? '' };
  } finally {
    await browser.close();
  }
}

test('the demo history is made within 90 s of readiness, and home says how far it is meanwhile', async () => {
  const accessToken = await signIn();
  const seen: number[] = [];
  let isOver = false;
  let pages: Promise<{ signIn: string; home: string }> | undefined;
  while (!isOver && performance.now() - readyAt < WATCHED_MS) {
    const { demoHistory } = await call(accessToken, 'home', {});
    if (demoHistory) {
      seen.push(demoHistory.done / demoHistory.total);
      pages ??= readPages();
    }
    // Absent before the first step too.
    else isOver = seen.length > 0;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const tookMs = performance.now() - readyAt;
  console.log(
    `the demo history took ${(tookMs / 1_000).toFixed(1)} s from readiness, at most ${MADE_WITHIN_MS / 1_000} s`,
  );
  expect(await pages).toEqual({
    signIn: expect.stringMatching(/step \d+ of \d+/),
    home: expect.stringMatching(/step \d+ of \d+/),
  });
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set(seen).size).toBeGreaterThan(5);
  const tricks = await call(accessToken, 'mytrick', { type: 'Test', trickStatus: 0 });
  const live = await call(accessToken, 'mytrick', { type: 'Live', trickStatus: 0 });
  expect([tricks.total, live.total]).toEqual([5, 1]);
  expect((await call(accessToken, 'tradehistory', { is_live: 0 })).total).toBeGreaterThan(0);
  expect(isOver).toBe(true);
  expect(tookMs).toBeLessThan(MADE_WITHIN_MS);
});
