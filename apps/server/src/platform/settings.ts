import { isIPv4 } from 'node:net';
import { join, resolve } from 'node:path';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { SettingsReader } from './settings-reader.ts';

export const ROLES = ['api', 'jobs', 'feed', 'runner-test', 'runner-live'] as const;
export type Role = (typeof ROLES)[number];

/** Everything that the environment decides, checked once at the start. */
export interface Settings {
  readonly host: string;
  /** 0: off. */
  readonly httpPort: number;
  readonly httpsPort: number;
  /** PEM files; both absent: a self-signed certificate is made in the data folder. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly databaseConnections: number;
  readonly roles: readonly Role[];
  readonly market: 'simulator' | 'angelone';
  /** What may be done with real orders, where the market is real. */
  readonly operatingMode: 'read_only' | 'self' | 'provider';
  /** What a provider of strategies needs before it may place orders for others. */
  /** Whose name stands with calls of research; absent: that of whoever publishes. */
  readonly researchAnalystName: string | undefined;
  readonly registrations: {
    readonly researchAnalyst: string | undefined;
    readonly algoProvider: string | undefined;
    /** Under which ROBO Pro suggests; without it it explains. */
    readonly investmentAdviser: string | undefined;
  };
  /** Where Angel One is reached, and who asks there. What is absent is the broker's own address, or found out. */
  readonly angelOne: {
    readonly url: string | undefined;
    readonly feedUrl: string | undefined;
    readonly orderFeedUrl: string | undefined;
    readonly masterUrl: string | undefined;
    /** Registered at the broker: orders are taken from no other. */
    readonly staticIp: string | undefined;
    readonly localIp: string | undefined;
    readonly macAddress: string | undefined;
  };
  /** Where the simulator's process speaks SmartAPI's wire, and its feed. */
  readonly simulator: {
    readonly url: string;
    readonly feedUrl: string;
    readonly masterUrl: string;
    /** Market seconds in one second. */
    readonly speed: number;
    readonly seed: number;
  };
  /** Where people reach the product, without a slash at its end: links in mails lead there. */
  readonly publicUrl: string;
  readonly mail: {
    /** Absent: mails stay here, where a developer can open them. */
    readonly smtpUrl: string | undefined;
    readonly from: string;
  };
  readonly payments: {
    /** Absent: the sandbox, with which no money moves. */
    readonly razorpay:
      | {
          readonly gateway: RazorpayKeys;
          readonly payouts: RazorpayKeys & { readonly accountNumber: string };
        }
      | undefined;
    /** Where the sandbox answers. */
    readonly sandboxUrl: string;
    /** As invoices name whoever sells. */
    readonly supplier: { readonly name: string; readonly address: string; readonly gstin: string };
  };
  readonly withdrawals: {
    /** What one person may withdraw within a day of India. */
    readonly dayLimitPaise: bigint;
    /** From this amount on two people have to approve it. */
    readonly secondPersonFromPaise: bigint;
  };
  readonly kyc: {
    /** Absent: the sandbox, which verifies anybody. */
    readonly hosted:
      | {
          readonly karza: { readonly baseUrl: string; readonly key: string };
          readonly cashfree: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
          readonly returnUrl: string;
        }
      | undefined;
    /** Whether codes for Aadhaar may be sent. */
    readonly otpRoute: boolean;
  };
  /** Hides returns from people who are not verified clients, and stores no broker credentials. */
  readonly compliance: boolean;
  readonly storeBrokerCredentials: boolean;
  readonly clientToken: string;
  readonly masterKeyFile: string;
  readonly logLevel: LogLevel;
  readonly production: boolean;
  /** Whether the demo sign-ins are made at the start. */
  readonly demo: boolean;
  readonly demoPublic: boolean;
  /** Addresses of callers come from `X-Forwarded-For`: only behind a proxy that sets it. */
  readonly trustProxy: boolean;
  /** Against the trader on each paper fill and in the catalogue's back-tests, basis points of the price. */
  readonly paperSlippageBps: number;
  readonly bodyLimitBytes: number;
  /** Calls of one session in a minute; 0: no limit. */
  readonly callsPerMinute: number;
  /** New accounts from one address in an hour; 0: no limit. */
  readonly registrationsPerHour: number;
  /** Whether each answer is compared with the contract before it leaves. */
  readonly checkAnswers: boolean;
  /** The built web app. */
  readonly webDir: string;
}

export interface RazorpayKeys {
  readonly baseUrl: string;
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
}

/** Every wrong setting by name. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The settings are wrong:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

const PORT = { min: 0, max: 65_535 };
const RUPEES = { min: 1, max: 1_000_000_000 };
const WEB_DIST = resolve(import.meta.dirname, '../../../web/dist');

/** @throws SettingsError naming every variable that is wrong */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const read = new SettingsReader(environment);
  const market = read.oneOf('MARKET', 'simulator', ['simulator', 'angelone']);
  const production = read.text('NODE_ENV') === 'production';
  const dataDir = resolve(read.text('DATA_DIR') ?? './var');
  const compliance = read.flag('COMPLIANCE', market === 'angelone');
  const ports = {
    httpPort: read.integer('HTTP_PORT', 8080, PORT),
    httpsPort: read.integer('HTTPS_PORT', 8443, PORT),
  };
  const publicUrl = readPublicUrl(read, ports);
  const settings: Settings = {
    host: read.text('HOST') ?? '127.0.0.1',
    ...ports,
    publicUrl,
    tls: readTls(read),
    dataDir,
    databaseUrl: readDatabaseUrl(read),
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 10, { min: 1, max: 500 }),
    roles: readRoles(read),
    market,
    operatingMode: read.oneOf('OPERATING_MODE', 'read_only', ['read_only', 'self', 'provider']),
    registrations: {
      researchAnalyst: read.text('RESEARCH_ANALYST_NUMBER'),
      algoProvider: read.text('ALGO_PROVIDER_NUMBER'),
      investmentAdviser: adviserOf(read),
    },
    researchAnalystName: read.text('RESEARCH_ANALYST_NAME'),
    angelOne: readAngelOne(read),
    simulator: readSimulator(read),
    mail: readMail(read),
    payments: readPayments(read),
    withdrawals: {
      dayLimitPaise: 100n * BigInt(read.integer('WITHDRAWAL_DAY_LIMIT', 100_000, RUPEES)),
      secondPersonFromPaise: 100n * BigInt(read.integer('WITHDRAWAL_SECOND_PERSON_FROM', 10_000, RUPEES)),
    },
    kyc: { hosted: readHostedKyc(read, publicUrl), otpRoute: read.flag('KYC_AADHAAR_OTP', true) },
    compliance,
    storeBrokerCredentials: read.flag('BROKER_STORE', true) && !compliance,
    clientToken: readClientToken(read),
    masterKeyFile: resolve(read.text('MASTER_KEY_FILE') ?? join(dataDir, 'master.key')),
    logLevel: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    production,
    demo: readDemo(read, production),
    demoPublic: read.flag('DEMO_PUBLIC', false),
    trustProxy: read.flag('TRUST_PROXY', false),
    paperSlippageBps: read.integer('PAPER_SLIPPAGE_BPS', 2, { min: 0, max: 500 }),
    bodyLimitBytes: read.integer('BODY_LIMIT_BYTES', 64 * 1024, { min: 1024, max: 64 * 1024 * 1024 }),
    callsPerMinute: read.integer('CALLS_PER_MINUTE', 3_000, { min: 0, max: 1_000_000 }),
    registrationsPerHour: read.integer('REGISTRATIONS_PER_HOUR', 100, { min: 0, max: 1_000_000 }),
    checkAnswers: read.flag('CHECK_ANSWERS', !production),
    webDir: resolve(read.text('WEB_DIR') ?? WEB_DIST),
  };
  if (settings.roles.includes('api') && settings.httpPort === 0 && settings.httpsPort === 0) {
    read.problems.push('HTTP_PORT and HTTPS_PORT are both 0: nobody could reach the api');
  }
  if (market === 'angelone' && settings.operatingMode !== 'read_only' && settings.angelOne.staticIp === undefined) {
    read.problems.push(
      `BROKER_STATIC_IP is not set: with OPERATING_MODE=${settings.operatingMode} orders leave from the one address that is registered at the broker`,
    );
  }
  if (market === 'angelone' && settings.operatingMode === 'provider' && settings.kyc.hosted === undefined) {
    read.problems.push('KYC_PROVIDER=sandbox verifies anybody: with OPERATING_MODE=provider it must be hosted');
  }
  if (market === 'angelone' && settings.operatingMode === 'provider' && settings.payments.razorpay === undefined) {
    read.problems.push('PAYMENTS_PROVIDER=sandbox takes no money: with OPERATING_MODE=provider it must be razorpay');
  }
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return settings;
}

/** The first of the addresses that the start prints, unless another one is named. */
function readPublicUrl(
  read: SettingsReader,
  { httpPort, httpsPort }: Pick<Settings, 'httpPort' | 'httpsPort'>,
): string {
  const own = httpPort > 0 ? `http://localhost:${httpPort}` : `https://localhost:${httpsPort}`;
  return readHttps(read, 'PUBLIC_URL', own);
}

function readMail(read: SettingsReader): Settings['mail'] {
  const given = read.text('SMTP_URL');
  const smtpUrl = given === undefined ? undefined : read.url('SMTP_URL', given, ['smtp:', 'smtps:']);
  const from = read.text('MAIL_FROM');
  if (smtpUrl !== undefined && from === undefined) {
    read.problems.push('MAIL_FROM is not set: with SMTP_URL it says who the mails are from');
  }
  return { smtpUrl, from: from ?? 'Trickdesk <no-reply@localhost>' };
}

function readHostedKyc(read: SettingsReader, publicUrl: string): Settings['kyc']['hosted'] {
  if (read.oneOf('KYC_PROVIDER', 'sandbox', ['sandbox', 'hosted']) === 'sandbox') return undefined;
  const why = 'with KYC_PROVIDER=hosted it is needed';
  return {
    karza: {
      baseUrl: readHttps(read, 'KYC_KARZA_URL', 'https://api.karza.in'),
      key: read.required('KYC_KARZA_KEY', why),
    },
    cashfree: {
      baseUrl: readHttps(read, 'KYC_CASHFREE_URL', 'https://api.cashfree.com/verification'),
      clientId: read.required('KYC_CASHFREE_CLIENT_ID', why),
      clientSecret: read.required('KYC_CASHFREE_CLIENT_SECRET', why),
    },
    // Where DigiLocker sends people back to.
    returnUrl: `${publicUrl}/profile/kyc`,
  };
}

function readPayments(read: SettingsReader): Settings['payments'] {
  const isReal = read.oneOf('PAYMENTS_PROVIDER', 'sandbox', ['sandbox', 'razorpay']) === 'razorpay';
  const needed = (name: string): string => read.required(name, 'with PAYMENTS_PROVIDER=razorpay it is needed');
  const keys = (prefix: string): RazorpayKeys => ({
    baseUrl: readHttps(read, `${prefix}_URL`, 'https://api.razorpay.com'),
    keyId: needed(`${prefix}_KEY_ID`),
    keySecret: needed(`${prefix}_KEY_SECRET`),
    webhookSecret: needed(`${prefix}_WEBHOOK_SECRET`),
  });
  const supplier = (name: string, standard: string): string => (isReal ? needed(name) : (read.text(name) ?? standard));
  const gstin = supplier('SUPPLIER_GSTIN', '29ABCDE1234F1Z5');
  if (gstin !== '' && !/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/.test(gstin)) {
    read.problems.push('SUPPLIER_GSTIN must be like 29ABCDE1234F1Z5');
  }
  return {
    razorpay: isReal
      ? {
          gateway: keys('RAZORPAY'),
          payouts: { ...keys('RAZORPAYX'), accountNumber: needed('RAZORPAYX_ACCOUNT_NUMBER') },
        }
      : undefined,
    sandboxUrl: read.url('PAYMENTS_SANDBOX_URL', 'http://127.0.0.1:8091', ['http:', 'https:']).replace(/\/$/, ''),
    supplier: {
      name: supplier('SUPPLIER_NAME', 'Trickdesk (sandbox)'),
      address: supplier('SUPPLIER_ADDRESS', 'Sandbox Road 1, Bengaluru 560001'),
      gstin,
    },
  };
}

/** Who people are travels there, and keys. */
function readHttps(read: SettingsReader, name: string, fallback: string): string {
  const url = read.url(name, fallback, ['https:', 'http:']).replace(/\/$/, '');
  if (URL.canParse(url) && url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname)) {
    read.problems.push(`${name} must be encrypted (https:) unless it is an address of this machine`);
  }
  return url;
}

function readDatabaseUrl(read: SettingsReader): string {
  const given = read.required('DATABASE_URL', '`npm start` sets it for the embedded database');
  return given === '' ? given : read.url('DATABASE_URL', given, ['postgres:', 'postgresql:']);
}

/** It travels as a header and in the served page. */
function readClientToken(read: SettingsReader): string {
  const token = read.text('CLIENT_TOKEN') ?? 'web';
  if (!/^[\x21-\x7e]{1,200}$/.test(token)) {
    read.problems.push('CLIENT_TOKEN must be 1 to 200 letters, digits and signs of ASCII without a space');
  }
  return token;
}

function readTls(read: SettingsReader): Settings['tls'] {
  const certFile = read.text('TLS_CERT_FILE');
  const keyFile = read.text('TLS_KEY_FILE');
  if ((certFile === undefined) !== (keyFile === undefined)) {
    read.problems.push('TLS_CERT_FILE and TLS_KEY_FILE belong together: only one of them is set');
  }
  return certFile && keyFile ? { certFile, keyFile } : undefined;
}

/** The registration of an investment adviser at SEBI: whoever mistypes it would suggest under nobody’s. */
function adviserOf(read: SettingsReader): string | undefined {
  const number = read.text('INVESTMENT_ADVISER_NUMBER');
  if (number !== undefined && !/^INA\d{9}$/.test(number))
    read.problems.push(`INVESTMENT_ADVISER_NUMBER must be a SEBI registration such as INA000000001, not "${number}"`);
  return number;
}

function readAngelOne(read: SettingsReader): Settings['angelOne'] {
  const address = (name: string, protocols: readonly string[]): string | undefined => {
    if (read.text(name) === undefined) return undefined;
    const url = read.url(name, '', protocols).replace(/\/$/, '');
    // A key in clear text is fit for this machine alone.
    if (URL.canParse(url) && /^(http|ws):/.test(url) && !isLoopbackHost(new URL(url).hostname)) {
      read.problems.push(`${name} must be encrypted (${protocols.at(-1)}) unless it is an address of this machine`);
    }
    return url;
  };
  const matching = (name: string, isRight: (text: string) => boolean, what: string): string | undefined => {
    const text = read.text(name);
    if (text !== undefined && !isRight(text)) read.problems.push(`${name} must be ${what}, not "${text}"`);
    return text;
  };
  return {
    url: address('ANGELONE_URL', ['http:', 'https:']),
    feedUrl: address('ANGELONE_FEED_URL', ['ws:', 'wss:']),
    orderFeedUrl: address('ANGELONE_ORDER_FEED_URL', ['ws:', 'wss:']),
    masterUrl: address('ANGELONE_MASTER_URL', ['http:', 'https:']),
    // The registered address is an IPv4 one: what leaves by IPv6 comes from another.
    staticIp: matching('BROKER_STATIC_IP', isIPv4, 'an IPv4 address'),
    localIp: matching('BROKER_LOCAL_IP', isIPv4, 'an IPv4 address'),
    macAddress: matching(
      'BROKER_MAC_ADDRESS',
      (text) => /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(text),
      'like 02:00:00:00:00:01',
    ),
  };
}

function readSimulator(read: SettingsReader): Settings['simulator'] {
  const url = read.url('SIMULATOR_URL', 'http://127.0.0.1:8090', ['http:', 'https:']).replace(/\/$/, '');
  return {
    url,
    feedUrl: `${url.replace(/^http/, 'ws')}/smart-stream`,
    masterUrl: `${url}/OpenAPI_File/files/OpenAPIScripMaster.json`,
    speed: read.number('SIM_SPEED', 30, { min: 0.001, max: 100_000 }),
    seed: read.integer('SIM_SEED', 1, { min: -2_147_483_648, max: 2_147_483_647 }),
  };
}

function readRoles(read: SettingsReader): Role[] {
  const names = (read.text('ROLE') ?? 'all').split(',').map((name) => name.trim());
  if (names.includes('all')) return [...ROLES];
  for (const name of names) {
    if (!ROLES.some((role) => role === name)) {
      read.problems.push(`ROLE knows all, ${ROLES.join(', ')}; not "${name}"`);
    }
  }
  return ROLES.filter((role) => names.includes(role));
}

function readDemo(read: SettingsReader, production: boolean): boolean {
  const wanted = read.flag('DEMO', false);
  if (wanted && production) {
    read.problems.push('DEMO=1 makes sign-ins with a known password: never with NODE_ENV=production');
  }
  return wanted && !production;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** True for addresses that only this machine reaches. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.has(host) || /^127(\.\d{1,3}){3}$/.test(host);
}
