import { expect, test } from 'vitest';
import { loadCertificate } from './certificate.ts';
import { isLoopbackHost, readSettings, SettingsError } from './settings.ts';

const DATABASE_URL = 'postgresql://trickdesk@localhost:5432/trickdesk?host=%2Ftmp%2Fsocket';

test('with nothing but a database the documented defaults hold', () => {
  const settings = readSettings({ DATABASE_URL });
  expect(settings).toMatchObject({
    host: '127.0.0.1',
    httpPort: 8080,
    httpsPort: 8443,
    market: 'simulator',
    compliance: false,
    clientToken: 'web',
    demo: false,
    logLevel: 'info',
    roles: ['api', 'jobs', 'feed', 'runner-test', 'runner-live'],
  });
  expect(settings.masterKeyFile).toMatch(/var\/master\.key$/);
});

test('a wrong setting is named, and all wrong ones at once', () => {
  const wrong = { HTTP_PORT: 'http', ROLE: 'api,cook', LOG_LEVEL: 'loud', MARKET: 'nse', DEMO: 'maybe' };
  const message = messageOf(() => readSettings(wrong));
  for (const name of [...Object.keys(wrong), 'DATABASE_URL']) expect(message).toContain(name);
});

test('a database address that is wrong is not repeated, since it may hold a password', () => {
  const message = messageOf(() => readSettings({ DATABASE_URL: 'mysql://root:hunter2@db' }));
  expect(message).toContain('DATABASE_URL');
  expect(message).not.toContain('hunter2');
});

test('demo sign-ins are refused in production', () => {
  expect(messageOf(() => readSettings({ DATABASE_URL, DEMO: '1', NODE_ENV: 'production' }))).toContain('DEMO=1');
  expect(readSettings({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
});

test('compliance is on with the real broker, and then no credentials are stored', () => {
  const settings = readSettings({ DATABASE_URL, MARKET: 'angelone', BROKER_STORE: '1' });
  expect([settings.compliance, settings.storeBrokerCredentials]).toEqual([true, false]);
  expect(readSettings({ DATABASE_URL }).storeBrokerCredentials).toBe(true);
});

test('an adviser is registered by a whole number of SEBI, or not at all', () => {
  expect(readSettings({ DATABASE_URL }).registrations.investmentAdviser).toBeUndefined();
  const registered = { DATABASE_URL, INVESTMENT_ADVISER_NUMBER: 'INA000000001' };
  expect(readSettings(registered).registrations.investmentAdviser).toBe('INA000000001');
  for (const number of ['INH000000001', 'INA1', 'INA0000000012'])
    expect(messageOf(() => readSettings({ DATABASE_URL, INVESTMENT_ADVISER_NUMBER: number }))).toContain(
      'INVESTMENT_ADVISER_NUMBER must be a SEBI registration',
    );
});

test('with the real broker orders are only read until an operating mode says more', () => {
  expect(readSettings({ DATABASE_URL, MARKET: 'angelone' }).operatingMode).toBe('read_only');
  const provider = { OPERATING_MODE: 'provider', RESEARCH_ANALYST_NUMBER: 'INH000000001' };
  expect(readSettings({ DATABASE_URL, ...provider })).toMatchObject({
    operatingMode: 'provider',
    registrations: { researchAnalyst: 'INH000000001', algoProvider: undefined },
  });
  expect(messageOf(() => readSettings({ DATABASE_URL, OPERATING_MODE: 'live' }))).toContain('OPERATING_MODE');
});

const RAZORPAY = {
  PAYMENTS_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'a',
  RAZORPAY_WEBHOOK_SECRET: 'b',
  RAZORPAYX_KEY_ID: 'rzp_live_2',
  RAZORPAYX_KEY_SECRET: 'c',
  RAZORPAYX_WEBHOOK_SECRET: 'd',
  RAZORPAYX_ACCOUNT_NUMBER: '2323230041626905',
  SUPPLIER_NAME: 'Trickdesk Private Limited',
  SUPPLIER_ADDRESS: '1 Church Street, Bengaluru 560001',
  SUPPLIER_GSTIN: '29AAACT1234F1ZB',
};

test('the payment sandbox takes no money: it is refused where orders are placed for others', () => {
  const provider = { DATABASE_URL, MARKET: 'angelone', OPERATING_MODE: 'provider', BROKER_STATIC_IP: '203.0.113.7' };
  expect(messageOf(() => readSettings(provider))).toContain('PAYMENTS_PROVIDER=sandbox takes no money');
  expect(readSettings({ DATABASE_URL, ...RAZORPAY }).payments).toMatchObject({
    razorpay: { gateway: { keyId: 'rzp_live_1' }, payouts: { keyId: 'rzp_live_2', webhookSecret: 'd' } },
    supplier: { gstin: '29AAACT1234F1ZB' },
  });
});

test('a payment gateway is named whole, spoken to in private, and sells under a real GST number', () => {
  const message = messageOf(() =>
    readSettings({
      DATABASE_URL,
      PAYMENTS_PROVIDER: 'razorpay',
      RAZORPAY_URL: 'http://razorpay.test',
      SUPPLIER_GSTIN: '29',
    }),
  );
  for (const name of Object.keys(RAZORPAY)) {
    if (name !== 'PAYMENTS_PROVIDER' && name !== 'SUPPLIER_GSTIN') expect(message).toContain(`${name} is not set`);
  }
  expect(message).toContain('RAZORPAY_URL must be encrypted');
  expect(message).toContain('SUPPLIER_GSTIN must be like');
});

test('the KYC sandbox, which verifies anybody, is refused where orders are placed for others', () => {
  const provider = { DATABASE_URL, MARKET: 'angelone', OPERATING_MODE: 'provider', BROKER_STATIC_IP: '203.0.113.7' };
  expect(messageOf(() => readSettings(provider))).toContain('KYC_PROVIDER=sandbox verifies anybody');
  const hosted = {
    KYC_PROVIDER: 'hosted',
    KYC_KARZA_KEY: 'k',
    KYC_CASHFREE_CLIENT_ID: 'c',
    KYC_CASHFREE_CLIENT_SECRET: 's',
    PUBLIC_URL: 'https://trickdesk.test/',
    ...RAZORPAY,
  };
  expect(readSettings({ ...provider, ...hosted }).kyc.hosted).toMatchObject({
    karza: { key: 'k' },
    returnUrl: 'https://trickdesk.test/profile/kyc',
  });
  expect(readSettings({ ...provider, OPERATING_MODE: 'self' }).kyc).toEqual({ hosted: undefined, otpRoute: true });
});

test('a hosted KYC provider is named whole, and spoken to in private', () => {
  const message = messageOf(() =>
    readSettings({ DATABASE_URL, KYC_PROVIDER: 'hosted', KYC_KARZA_URL: 'http://karza.test' }),
  );
  for (const name of ['KYC_KARZA_KEY', 'KYC_CASHFREE_CLIENT_ID', 'KYC_CASHFREE_CLIENT_SECRET']) {
    expect(message).toContain(`${name} is not set`);
  }
  expect(message).toContain('KYC_KARZA_URL must be encrypted');
});

test('links lead to the first port unless another address is named; mail needs a sender', () => {
  const urlOf = (more: Record<string, string>) => readSettings({ DATABASE_URL, ...more }).publicUrl;
  expect([urlOf({}), urlOf({ HTTP_PORT: '0' }), urlOf({ PUBLIC_URL: 'https://desk.test/' })]).toEqual([
    'http://localhost:8080',
    'https://localhost:8443',
    'https://desk.test',
  ]);
  expect(messageOf(() => urlOf({ PUBLIC_URL: 'http://desk.test' }))).toContain('PUBLIC_URL must be encrypted');
  expect(messageOf(() => urlOf({ SMTP_URL: 'smtp://mail.test' }))).toContain('MAIL_FROM is not set');
  expect(messageOf(() => urlOf({ SMTP_URL: 'ftp://u:secret@mail.test' }))).not.toContain('secret');
});

test('an api without a port is refused', () => {
  expect(messageOf(() => readSettings({ DATABASE_URL, HTTP_PORT: '0', HTTPS_PORT: '0' }))).toContain('both 0');
});

test('a client token that no header could carry is refused', () => {
  for (const token of ['two words', 'naïve', 'line\nbreak', 'x'.repeat(201)]) {
    expect(messageOf(() => readSettings({ DATABASE_URL, CLIENT_TOKEN: token }))).toContain('CLIENT_TOKEN');
  }
  expect(readSettings({ DATABASE_URL, CLIENT_TOKEN: `"a'&<b>` }).clientToken).toBe(`"a'&<b>`);
});

test('a certificate that cannot be used is named by its settings', async () => {
  const given = { certFile: import.meta.filename, keyFile: import.meta.filename };
  await expect(loadCertificate(given, '/nowhere', new Date(0))).rejects.toThrow(SettingsError);
  const missing = { ...given, keyFile: '/nowhere.pem' };
  await expect(loadCertificate(missing, '/nowhere', new Date(0))).rejects.toThrow(/TLS_KEY_FILE.*nowhere\.pem/s);
});

test('only addresses of this machine are loopback', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].every(isLoopbackHost)).toBe(true);
  expect(['0.0.0.0', '::', '192.168.0.4', '127.example.com', ''].some(isLoopbackHost)).toBe(false);
});

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('the settings were taken');
}
