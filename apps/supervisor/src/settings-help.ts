import { roles, type SettingName } from './settings.ts';

interface Explanation {
  readonly standard: string;
  readonly about: string;
}

/** What each setting does, in words; one without an explanation does not compile. */
const explanations: Readonly<Record<SettingName, Explanation>> = {
  HOST: {
    standard: '127.0.0.1',
    about: 'Address to listen on. A wider one is refused while demo sign-ins exist, unless DEMO_PUBLIC=1.',
  },
  HTTP_PORT: { standard: '8080', about: 'Port for HTTP; 0 switches it off.' },
  HTTPS_PORT: { standard: '8443', about: 'Port for HTTPS; 0 switches it off.' },
  DATA_DIR: { standard: './var', about: 'Folder for everything that the embedded parts keep.' },
  DATABASE_URL: { standard: 'embedded', about: 'Any PostgreSQL from version 15 on, instead of the embedded one.' },
  SIM_DATABASE_URL: {
    standard: 'beside the product',
    about: "The simulator's own database; by default one beside the product's on the same server.",
  },
  ROLE: { standard: 'all', about: `Which parts to run: all, or several with commas of ${roles.join(', ')}.` },
  MARKET: { standard: 'simulator', about: 'Where prices and brokers come from.' },
  OPERATING_MODE: {
    standard: 'read_only',
    about:
      "What may be done with real orders where MARKET is angelone: read_only nothing, self the owner's and family's own accounts, provider strategies for others.",
  },
  RESEARCH_ANALYST_NUMBER: {
    standard: 'none',
    about: 'Registration that OPERATING_MODE=provider needs, and calls of research on a real market.',
  },
  RESEARCH_ANALYST_NAME: {
    standard: 'whoever publishes',
    about: 'Whose name stands with calls of research, beside the registration number.',
  },
  INVESTMENT_ADVISER_NUMBER: {
    standard: 'none',
    about:
      'SEBI registration (INA and nine digits) under which ROBO Pro suggests a mix; without it ROBO Pro is education.',
  },
  ALGO_PROVIDER_NUMBER: { standard: 'none', about: 'Empanelment at the exchange that OPERATING_MODE=provider needs.' },
  BROKER_STATIC_IP: {
    standard: 'none',
    about: 'The IPv4 address that is registered at the broker, from which orders leave; needed by self and provider.',
  },
  BROKER_LOCAL_IP: { standard: "this machine's own", about: 'Told to the broker with each request.' },
  BROKER_MAC_ADDRESS: { standard: "this machine's own", about: 'Told to the broker with each request.' },
  ANGELONE_URL: {
    standard: "Angel One's",
    about: 'Where orders and books are asked for; both streams are looked for there too, unless they are named.',
  },
  ANGELONE_FEED_URL: { standard: "Angel One's", about: 'Where prices stream from (wss).' },
  ANGELONE_ORDER_FEED_URL: { standard: "Angel One's", about: 'Where news of orders streams from (wss).' },
  ANGELONE_MASTER_URL: { standard: "Angel One's", about: 'Where the list of instruments lies.' },
  COMPLIANCE: {
    standard: 'on with angelone, off with simulator',
    about: 'Hides what Indian rules hide from people who are not verified clients.',
  },
  SIM_PORT: { standard: 'a free one', about: 'Port of the market and broker simulator, on 127.0.0.1 only.' },
  SIM_PAYMENTS_PORT: {
    standard: 'a free one',
    about: 'Port of the payment sandbox with its pay pages, on 127.0.0.1 only.',
  },
  SIM_SOURCE: {
    standard: 'synthetic',
    about: 'Where simulated prices come from: synthetic, or a folder of candle or tick files to replay.',
  },
  SIM_SPEED: { standard: '30', about: 'Market seconds that pass in one second.' },
  SIM_SEED: { standard: '1', about: 'Seed of the simulated prices: the same seed gives the same market.' },
  SIM_LOOP: { standard: '0', about: 'At the end of a replay: 0 closes the market, 1 begins again.' },
  CLIENT_TOKEN: { standard: 'web', about: 'The fixed header `token` that every call carries.' },
  MASTER_KEY_FILE: {
    standard: '$DATA_DIR/master.key',
    about: 'Key for the secrets in the database; made at the first start. Back it up apart from the database.',
  },
  LOG_LEVEL: { standard: 'info', about: 'Least severity that is logged; logs are JSON lines.' },
  DEMO: { standard: 'on with the embedded database', about: 'Demo sign-ins; never with NODE_ENV=production.' },
  DEMO_PUBLIC: { standard: '0', about: 'Allows demo sign-ins on an address that others can reach.' },
};

/** What the parts read from the environment by themselves; `tools/repository/settings-help.test.ts` asks for each. */
const partExplanations: Readonly<Record<string, Explanation>> = {
  NODE_ENV: {
    standard: 'none',
    about: 'production: no demo sign-ins, and answers are not compared with the contract.',
  },
  TLS_CERT_FILE: { standard: 'a self-signed one', about: 'Certificate for HTTPS (PEM); together with TLS_KEY_FILE.' },
  TLS_KEY_FILE: { standard: 'a self-signed one', about: 'Key of the certificate (PEM).' },
  PUBLIC_URL: {
    standard: 'http://localhost:$HTTP_PORT',
    about: 'Where people reach the product: links in mails lead there, and DigiLocker sends people back there.',
  },
  SMTP_URL: {
    standard: 'none',
    about: 'Server for mail (smtp or smtps, with name and password); without one mails stay in a local outbox.',
  },
  MAIL_FROM: { standard: 'none', about: 'Who mails are from; needed with SMTP_URL.' },
  KYC_PROVIDER: {
    standard: 'sandbox',
    about: 'Who says that people are who they say: sandbox, which verifies anybody, or hosted (Karza and Cashfree).',
  },
  KYC_AADHAAR_OTP: { standard: '1', about: 'Whether Aadhaar may be verified by a code; 0 leaves DigiLocker.' },
  KYC_KARZA_URL: { standard: "Karza's", about: 'Where codes for Aadhaar are asked for.' },
  KYC_KARZA_KEY: { standard: 'none', about: 'Its key; needed by KYC_PROVIDER=hosted, as all of the following.' },
  KYC_CASHFREE_URL: { standard: "Cashfree's", about: 'Where PANs, bank accounts and DigiLocker are asked about.' },
  KYC_CASHFREE_CLIENT_ID: { standard: 'none', about: 'Who asks there.' },
  KYC_CASHFREE_CLIENT_SECRET: { standard: 'none', about: 'Its secret.' },
  PAYMENTS_PROVIDER: {
    standard: 'sandbox',
    about: 'Who takes payments and pays withdrawals: sandbox, with which no money moves, or razorpay.',
  },
  RAZORPAY_URL: { standard: "Razorpay's", about: 'Where orders, payments and refunds are asked for.' },
  RAZORPAY_KEY_ID: { standard: 'none', about: 'Key there; needed by PAYMENTS_PROVIDER=razorpay, as all that follow.' },
  RAZORPAY_KEY_SECRET: { standard: 'none', about: 'Its secret.' },
  RAZORPAY_WEBHOOK_SECRET: { standard: 'none', about: 'What events to $PUBLIC_URL/webhooks/payments are signed with.' },
  RAZORPAYX_URL: { standard: "RazorpayX's", about: 'Where payouts are asked for.' },
  RAZORPAYX_KEY_ID: { standard: 'none', about: 'Key there.' },
  RAZORPAYX_KEY_SECRET: { standard: 'none', about: 'Its secret.' },
  RAZORPAYX_WEBHOOK_SECRET: { standard: 'none', about: 'What events to $PUBLIC_URL/webhooks/payouts are signed with.' },
  RAZORPAYX_ACCOUNT_NUMBER: { standard: 'none', about: 'The account that withdrawals are paid from.' },
  WITHDRAWAL_DAY_LIMIT: { standard: '100000', about: 'What one person may withdraw within a day of India, rupees.' },
  WITHDRAWAL_SECOND_PERSON_FROM: {
    standard: '10000',
    about: 'From this amount on, rupees, two operators have to approve a withdrawal.',
  },
  SUPPLIER_NAME: { standard: 'a sandbox name', about: 'Who sells, as invoices name it.' },
  SUPPLIER_ADDRESS: { standard: 'a sandbox address', about: 'Its address on invoices.' },
  SUPPLIER_GSTIN: { standard: 'a sandbox number', about: 'Its GST number; the first two digits are its state.' },
  TRUST_PROXY: {
    standard: '0',
    about: "1: callers' addresses come from X-Forwarded-For. Only behind a proxy that sets it.",
  },
  DATABASE_CONNECTIONS: { standard: '10', about: 'Connections to the database that one process opens at most.' },
  BROKER_STORE: {
    standard: '1',
    about: 'Whether people may have their broker credentials stored, sealed; never with COMPLIANCE=1.',
  },
  PAPER_SLIPPAGE_BPS: {
    standard: '2',
    about: 'Cost against the trader on each paper fill where the market shows no depth, basis points (0 to 500).',
  },
  BODY_LIMIT_BYTES: { standard: '65536', about: 'The largest body of a call, bytes (1024 to 67108864).' },
  CALLS_PER_MINUTE: { standard: '3000', about: 'Calls of one session in a minute; 0: no limit.' },
  REGISTRATIONS_PER_HOUR: { standard: '100', about: 'New accounts from one address in an hour; 0: no limit.' },
  CHECK_ANSWERS: {
    standard: 'on, off in production',
    about: 'Whether each answer is compared with the contract before it leaves.',
  },
  FEED_CLIENT_CODE: {
    standard: "the simulator's",
    about: 'Account at the broker whose prices are used; needed with MARKET=angelone.',
  },
  FEED_API_KEY: { standard: "the simulator's", about: 'Its API key; needed with MARKET=angelone.' },
  FEED_PIN: { standard: "the simulator's", about: 'Its PIN; needed with MARKET=angelone.' },
  FEED_TOTP_SECRET: { standard: "the simulator's", about: 'The secret of its codes; needed with MARKET=angelone.' },
  FEED_LATENESS_MS: { standard: '1000', about: 'How long a minute waits for its late prices, milliseconds.' },
  FEED_GAP_MS: { standard: '15000', about: 'Silence after which prices count as missed, milliseconds.' },
  FEED_DAILY_DAYS: { standard: '730', about: 'How far back daily candles are fetched, days.' },
  FEED_MINUTE_DAYS: { standard: '58', about: 'How far back minute candles are fetched, days.' },
  SIM_START: {
    standard: 'a fixed past date',
    about: 'Moment at which the simulated market begins, ISO with offset: 2025-07-07T09:00:00+05:30.',
  },
  SIM_TICKS: { standard: 'as SIM_SOURCE needs', about: 'path: four ticks a bar, no spread; spread: like a real feed.' },
  SIM_FRICTIONS: { standard: 'as SIM_TICKS has it', about: 'real, or none: no spread and endless depth.' },
  SIM_RATE_LIMIT: { standard: '1', about: "Whether the simulated broker keeps the broker's published limits." },
  SIM_CONTROL_TOKEN: {
    standard: 'none',
    about: 'Opens the control of the simulator, for tests; 8 characters or more.',
  },
};

/** The text of `npm start -- --help`. */
export function settingsHelp(): string {
  const lines = Object.entries({ ...explanations, ...partExplanations }).map(
    ([name, { standard, about }]) => `${name} (${standard})\n    ${about}`,
  );
  return `Settings, from the environment (and their defaults):\n\n${lines.join('\n')}\n`;
}
