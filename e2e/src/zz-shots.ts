import { mkdirSync } from 'node:fs';
import { launchBrowser } from './browser.ts';
import { clientOf } from './client.ts';
import { demoSamples } from './demo-samples.ts';
import { startProduct } from './product.ts';
import { faultsOf, settle } from './screen-faults.ts';
import { VISITS } from './visited-pages.ts';

const OUT = '/tmp/shots';
mkdirSync(OUT, { recursive: true });
const [browser, product] = await Promise.all([launchBrowser(), startProduct({ settings: { SIM_SPEED: '60' } })]);
const password = 'correct-horse-battery';
const url = product.url;
try {
  const { accessToken } = await clientOf(url).send('login', { email: 'demo@example.com', password, tokenTransport: 'body' });
  const samples = await demoSamples(clientOf(url, accessToken));
  const looks = [
    { name: 'wide', size: { width: 1440, height: 900 }, skin: 'light', dir: 'ltr' },
    { name: 'dark', size: { width: 1440, height: 900 }, skin: 'dark', dir: 'ltr' },
    { name: 'phone', size: { width: 360, height: 740 }, skin: 'light', dir: 'ltr' },
    { name: 'rtl', size: { width: 360, height: 740 }, skin: 'dark', dir: 'rtl' },
  ];
  const who = {
    'demo@example.com': [
      '/', '/my-baskets/' + samples.myBasketId, '/holdings/overview', '/holdings/overview?type=Test', '/holdings', '/holdings/tax', '/risk', '/baskets', '/wallet', '/research', '/robo-pro', '/portfolios', '/profile/security', '/profile/preferences', '/my-tricks/' + samples.tradedId, '/tricks/' + samples.strategyId, '/orders/' + samples.orderId,
    ],
    'operator@example.com': ['/ops/baskets', '/ops/baskets/1', '/ops/reconciliation?state=all', '/ops/tricks?state=all', '/ops/desk', '/ops/acts', '/ops/tickets', '/ops/users'],
  };
  for (const [email, pages] of Object.entries(who)) {
    for (const look of looks) {
      const context = await browser.newContext({ viewport: look.size, reducedMotion: 'reduce' });
      await context.addInitScript(({ skin, dir }) => { localStorage.setItem('skin', skin); localStorage.setItem('direction', dir); }, look);
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await page.goto(`${url}/login`);
      await page.getByLabel('Email or username').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(`${url}/`);
      for (const route of pages) {
        await page.goto(url + route);
        await settle(page);
        await page.waitForTimeout(500);
        await page.screenshot({ path: `${OUT}/${email.split('@')[0]}${route.replace(/\W+/g, '-')}.${look.name}.png`, fullPage: true });
      }
      if (email.startsWith('demo') && look.name === 'wide') {
        await page.goto(url + '/');
        await settle(page);
        await page.locator('main button[data-figure]').first().click();
        await page.getByRole('dialog').waitFor();
        await page.waitForTimeout(500);
        await page.screenshot({ path: `${OUT}/figures.png` });
      }
      await context.close();
    }
  }
  await product.control('clock', { pause: true });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email or username').fill('demo@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}/`);
  await page.waitForTimeout(4_000);
  for (const route of ['/', '/risk', '/positions', '/positions?type=Test', '/my-tricks', '/my-tricks?type=Test', '/baskets?tab=mine&type=Test', '/holdings', '/holdings/overview', '/wallet', '/readiness', '/research', '/my-tricks/' + samples.tradedId]) {
    console.log('stale', route, (await faultsOf(page, url, route)).map((fault) => fault.slice(0, 400)));
  }
  await page.goto(url + '/');
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: `${OUT}/stale.png` });
  void VISITS;
} finally {
  await browser.close();
  await product.stop();
}
