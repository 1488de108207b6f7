import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFeedSettings } from '../../apps/server/src/compose/feed.ts';
import { readMarketSettings } from '../../apps/server/src/compose/market.ts';
import { readSettings } from '../../apps/server/src/platform/settings.ts';
import { settingsHelp } from '../../apps/supervisor/src/settings-help.ts';

/** What the supervisor tells its parts, whatever the operator's environment says. */
const BETWEEN_PARTS = new Set(['SIMULATOR_URL', 'WEB_DIR', 'PAYMENTS_SANDBOX_URL', 'SIM_WEBHOOK_URL']);

/** Every variable that the server's parts ask for, in either market. */
function namesReadByTheServer(): Set<string> {
  const names = new Set<string>();
  for (const MARKET of ['simulator', 'angelone']) {
    const given: Record<string, string | undefined> = { MARKET, DATABASE_URL: 'postgresql://db/trickdesk' };
    if (MARKET === 'angelone') given['KYC_PROVIDER'] = 'hosted';
    if (MARKET === 'angelone') Object.assign(given, { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'a@mail.test' });
    if (MARKET === 'angelone') given['PAYMENTS_PROVIDER'] = 'razorpay';
    for (const name of ['KEY_ID', 'KEY_SECRET', 'WEBHOOK_SECRET', 'ACCOUNT_NUMBER']) {
      Object.assign(given, { [`RAZORPAY_${name}`]: 'x', [`RAZORPAYX_${name}`]: 'x' });
    }
    Object.assign(given, { SUPPLIER_NAME: 'x', SUPPLIER_ADDRESS: 'x', SUPPLIER_GSTIN: '29ABCDE1234F1Z5' });
    for (const name of ['KARZA_KEY', 'CASHFREE_CLIENT_ID', 'CASHFREE_CLIENT_SECRET']) given[`KYC_${name}`] = 'x';
    for (const name of ['CLIENT_CODE', 'API_KEY', 'PIN', 'TOTP_SECRET']) given[`FEED_${name}`] = 'JBSWY3DPEHPK3PXP';
    const environment = new Proxy(given, {
      get: (all, name) => {
        names.add(String(name));
        return all[String(name)];
      },
    });
    readFeedSettings(readMarketSettings(readSettings(environment), environment), environment);
  }
  return names;
}

/** The simulator's settings are the fields of one schema, each on a line of its own. */
function namesReadByTheSimulator(): string[] {
  const source = readFileSync(new URL('../../apps/simulator/src/settings.ts', import.meta.url), 'utf8');
  return [...source.matchAll(/^ {2}([A-Z_]+): z/gm)].map(([, name]) => name ?? '');
}

test('the help names every setting that some part reads', () => {
  const named = new Set([...settingsHelp().matchAll(/^([A-Z_]+) \(/gm)].map(([, name]) => name));
  const read = [...namesReadByTheServer(), ...namesReadByTheSimulator()];
  expect(read).toEqual(expect.arrayContaining(['TLS_KEY_FILE', 'FEED_PIN', 'SIM_START', 'TRUST_PROXY']));
  expect(read.filter((name) => !named.has(name) && !BETWEEN_PARTS.has(name))).toEqual([]);
});

test('the help names no setting that nobody reads', () => {
  const supervisor = readFileSync(new URL('../../apps/supervisor/src/settings.ts', import.meta.url), 'utf8');
  const read = new Set([...namesReadByTheServer(), ...namesReadByTheSimulator()]);
  const named = [...settingsHelp().matchAll(/^([A-Z_]+) \(/gm)].map(([, name]) => name ?? '');
  expect(named.filter((name) => !read.has(name) && !supervisor.includes(`  ${name}: z`))).toEqual([]);
});
