import type { Role, Settings } from './settings.ts';

/** Where the parts find one another in this run. */
export interface Places {
  readonly databaseUrl: string;
  readonly simDatabaseUrl: string;
  readonly simPort: number;
  /** Where the payment sandbox answers. */
  readonly paymentsPort: number;
  /** The built web app. */
  readonly webFolder: string;
}

/**
 * What a part of the product finds in its environment: every setting completed, where the simulator answers, and
 * its own roles in `ROLE`.
 */
export function serverEnvironment(settings: Settings, places: Places, group: readonly Role[]): Record<string, string> {
  return {
    HOST: settings.HOST,
    HTTP_PORT: String(settings.HTTP_PORT),
    HTTPS_PORT: String(settings.HTTPS_PORT),
    DATA_DIR: settings.DATA_DIR,
    DATABASE_URL: places.databaseUrl,
    ROLE: group.join(','),
    MARKET: settings.MARKET,
    OPERATING_MODE: settings.OPERATING_MODE,
    ...(settings.RESEARCH_ANALYST_NUMBER ? { RESEARCH_ANALYST_NUMBER: settings.RESEARCH_ANALYST_NUMBER } : {}),
    ...(settings.RESEARCH_ANALYST_NAME ? { RESEARCH_ANALYST_NAME: settings.RESEARCH_ANALYST_NAME } : {}),
    ...(settings.INVESTMENT_ADVISER_NUMBER ? { INVESTMENT_ADVISER_NUMBER: settings.INVESTMENT_ADVISER_NUMBER } : {}),
    ...(settings.ALGO_PROVIDER_NUMBER ? { ALGO_PROVIDER_NUMBER: settings.ALGO_PROVIDER_NUMBER } : {}),
    COMPLIANCE: flag(settings.COMPLIANCE),
    CLIENT_TOKEN: settings.CLIENT_TOKEN,
    ...(mayOpenSecrets(group) ? { MASTER_KEY_FILE: settings.MASTER_KEY_FILE } : {}),
    LOG_LEVEL: settings.LOG_LEVEL,
    DEMO: flag(settings.DEMO),
    DEMO_PUBLIC: flag(settings.DEMO_PUBLIC),
    SIMULATOR_URL: `http://127.0.0.1:${places.simPort}`,
    PAYMENTS_SANDBOX_URL: `http://127.0.0.1:${places.paymentsPort}`,
    SIM_SPEED: String(settings.SIM_SPEED),
    SIM_SOURCE: settings.SIM_SOURCE,
    SIM_SEED: String(settings.SIM_SEED),
    WEB_DIR: places.webFolder,
  };
}

/**
 * What a part may see of our own environment: everything, but the runner of test mode alone is not told where the key of
 * the stored secrets lies.
 */
export function inherited(environment: NodeJS.ProcessEnv, group: readonly Role[]): NodeJS.ProcessEnv {
  if (mayOpenSecrets(group)) return environment;
  const { MASTER_KEY_FILE: _key, ...rest } = environment;
  return rest;
}

function mayOpenSecrets(group: readonly Role[]): boolean {
  return group.some((role) => role !== 'runner-test');
}

/** The simulator shares nothing with the product but the wire: it is not told the product's database or key. */
export function simulatorEnvironment(settings: Settings, places: Places): Record<string, string> {
  return {
    SIM_PORT: String(places.simPort),
    SIM_PAYMENTS_PORT: String(places.paymentsPort),
    ...webhookTarget(settings),
    SIM_DATABASE_URL: places.simDatabaseUrl,
    SIM_SOURCE: settings.SIM_SOURCE,
    SIM_SPEED: String(settings.SIM_SPEED),
    SIM_SEED: String(settings.SIM_SEED),
    SIM_LOOP: flag(settings.SIM_LOOP),
    LOG_LEVEL: settings.LOG_LEVEL,
  };
}

/** Where the payment sandbox tells the product of payments, as a real gateway does through its own settings. */
function webhookTarget({ HOST, HTTP_PORT, HTTPS_PORT }: Settings): Record<string, string> {
  // Who listens everywhere listens here too.
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  const named = host.includes(':') ? `[${host}]` : host;
  const url = HTTP_PORT > 0 ? `http://${named}:${HTTP_PORT}` : `https://${named}:${HTTPS_PORT}`;
  return { SIM_WEBHOOK_URL: url };
}

const KEPT = new Set(['PATH', 'HOME', 'TZ', 'LANG', 'NODE_ENV', 'NODE_OPTIONS', 'TMPDIR', 'SystemRoot']);

/** What the simulator may see of our environment: the machine's and its own, nothing of the product's. */
export function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => KEPT.has(name) || name.startsWith('SIM_')));
}

function flag(on: boolean): string {
  return on ? '1' : '0';
}
