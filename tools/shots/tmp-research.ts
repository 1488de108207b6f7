import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from '/tmp/wt/research/e2e/src/browser.ts';
import { clientOf } from '/tmp/wt/research/e2e/src/client.ts';
import { startProduct } from '/tmp/wt/research/e2e/src/product.ts';

mkdirSync('/tmp/rs', { recursive: true });
const [browser, product] = await Promise.all([launchBrowser(), startProduct({ settings: { SIM_SPEED: '60' } })]);
try {
  const P = 'correct-horse-battery';
  const { accessToken } = await clientOf(product.url).send('login', {
    email: 'demo@example.com',
    password: P,
    tokenTransport: 'body',
  });
  const client = clientOf(product.url, accessToken);
  for (let i = 0; i < 240; i += 1) {
    const { total } = await client.send('getRaTradeList', {});
    if (total >= 5) break;
    await sleep(1000);
  }
  await sleep(20000);
  const list = await client.send('getRaTradeList', {});
  console.log(
    JSON.stringify(list.record),
    list.ra_trade_list.map((c) => [
      c.researchId,
      c.symbol,
      c.side,
      c.publishedAt,
      c.expiresAt,
      c.outcome.state,
      c.outcome.resultPercent,
      c.outcome.event_list.length,
    ]),
  );
  const pf = await client.send('getPortfolioTrcikList', {});
  console.log(
    pf.portfolio_list.map((p) => [
      p.portfolio,
      p.tricks.length,
      p.figures?.basis,
      p.figures?.netPnlPaise,
      p.figures?.maxDrawdownPercent,
      p.figures?.correlation,
    ]),
  );
  for (const [who, paths] of [
    ['demo', ['/research', '/research?call=1', '/research?search=nothing', '/portfolios']],
    ['operator', ['/ops/research', '/ops/research?call=5']],
  ] as const) {
    for (const [size, width] of [
      ['wide', 1440],
      ['narrow', 360],
    ] as const) {
      const context = await browser.newContext({ viewport: { width, height: size === 'wide' ? 900 : 780 } });
      const page = await context.newPage();
      page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
      await page.goto(`${product.url}/login`);
      await page.getByLabel('Email or username').fill(`${who}@example.com`);
      await page.getByLabel('Password', { exact: true }).fill(P);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL((url) => url.pathname === '/');
      for (const path of paths) {
        await page.goto(product.url + path);
        await sleep(2500);
        const height = await page.evaluate(() => Math.min(2600, document.documentElement.scrollHeight));
        await page.setViewportSize({ width, height: Math.max(780, height) });
        await sleep(700);
        await page.screenshot({ path: `/tmp/rs/${who}${path.replace(/[/?=]/g, '_')}-${size}.png` });
        await page.setViewportSize({ width, height: 780 });
      }
      if (who === 'operator') {
        await page.goto(`${product.url}/ops/research`);
        await page.getByLabel('Share', { exact: true }).fill('SBIN');
        await page.getByRole('button', { name: 'Show what people will see' }).click();
        await sleep(800);
        await page.screenshot({ path: `/tmp/rs/operator_errors-${size}.png` });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
