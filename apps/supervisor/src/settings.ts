import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';

/** The parts that can run apart; `all` is every one that the market needs. */
export const roles = ['api', 'jobs', 'feed', 'runner-test', 'runner-live', 'simulator'] as const;
export type Role = (typeof roles)[number];

const zPort = z.coerce.number('must be a port').int('must be a port').min(0).max(65_535, 'must be a port');
const zFlag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1');
const zUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// URL');
const zRoles = z.string().transform((text, context): readonly Role[] => {
  if (text === 'all') return roles;
  const wanted = text.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !roles.some((role) => role === name));
  if (unknown.length > 0) {
    context.addIssue({
      code: 'custom',
      message: `has no part ${unknown.join(', ')}; there are all, ${roles.join(', ')}`,
    });
    return z.NEVER;
  }
  return roles.filter((role) => wanted.includes(role));
});

/** Every setting of the product, read from the environment once, at start; in words in `settings-help.ts`. */
const zSettings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  HTTP_PORT: zPort.default(8080),
  HTTPS_PORT: zPort.default(8443),
  DATA_DIR: z.string().min(1).default('./var'),
  DATABASE_URL: zUrl.optional(),
  SIM_DATABASE_URL: zUrl.optional(),
  ROLE: zRoles.prefault('all'),
  MARKET: z.enum(['simulator', 'angelone'], 'must be simulator or angelone').default('simulator'),
  OPERATING_MODE: z.enum(['read_only', 'self', 'provider'], 'must be read_only, self or provider').default('read_only'),
  RESEARCH_ANALYST_NUMBER: z.string().min(1).optional(),
  RESEARCH_ANALYST_NAME: z.string().min(1).optional(),
  ALGO_PROVIDER_NUMBER: z.string().min(1).optional(),
  INVESTMENT_ADVISER_NUMBER: z
    .string()
    .regex(/^INA\d{9}$/, 'must be a SEBI registration such as INA000000001')
    .optional(),
  BROKER_STATIC_IP: z.string().min(1).optional(),
  BROKER_LOCAL_IP: z.string().min(1).optional(),
  BROKER_MAC_ADDRESS: z.string().min(1).optional(),
  ANGELONE_URL: z.string().min(1).optional(),
  ANGELONE_FEED_URL: z.string().min(1).optional(),
  ANGELONE_ORDER_FEED_URL: z.string().min(1).optional(),
  ANGELONE_MASTER_URL: z.string().min(1).optional(),
  COMPLIANCE: zFlag.optional(),
  SIM_PORT: zPort.default(0),
  SIM_PAYMENTS_PORT: zPort.default(0),
  SIM_SOURCE: z.string().min(1).default('synthetic'),
  SIM_SPEED: z.coerce
    .number('must be a number')
    .min(0.001, 'must be 0.001 or more')
    .max(100_000, 'must be at most 100000')
    .default(30),
  SIM_SEED: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(2 ** 31 - 1, 'must be at most 2147483647')
    .default(1),
  SIM_LOOP: zFlag.prefault('0'),
  CLIENT_TOKEN: z.string().min(1).default('web'),
  MASTER_KEY_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
  DEMO: zFlag.optional(),
  DEMO_PUBLIC: zFlag.prefault('0'),
});

export type SettingName = keyof typeof zSettings.shape;

export interface Settings extends Omit<z.output<typeof zSettings>, 'COMPLIANCE' | 'DEMO' | 'MASTER_KEY_FILE'> {
  readonly COMPLIANCE: boolean;
  readonly DEMO: boolean;
  readonly MASTER_KEY_FILE: string;
}

/** A setting that cannot be used; the message names each one and says what it must be. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * @param folder what relative paths start from
 * @throws SettingsError naming every wrong setting
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>, folder: string): Settings {
  // An empty variable is how a shell or a compose file spells "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = zSettings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} ${message} (it is "${given[name] ?? ''}")`;
    });
    throw new SettingsError(lines.join('\n'));
  }
  const settings = complete(parsed.data, folder, environment['NODE_ENV'] === 'production');
  refuseUnsafe(settings, environment);
  return settings;
}

function complete(raw: z.output<typeof zSettings>, folder: string, production: boolean): Settings {
  const dataDir = resolve(folder, raw.DATA_DIR);
  return {
    ...raw,
    DATA_DIR: dataDir,
    COMPLIANCE: raw.COMPLIANCE ?? raw.MARKET === 'angelone',
    DEMO: raw.DEMO ?? (raw.DATABASE_URL === undefined && raw.MARKET === 'simulator' && !production),
    SIM_SOURCE:
      raw.SIM_SOURCE === 'synthetic' || isAbsolute(raw.SIM_SOURCE) ? raw.SIM_SOURCE : resolve(folder, raw.SIM_SOURCE),
    MASTER_KEY_FILE: resolve(folder, raw.MASTER_KEY_FILE ?? resolve(dataDir, 'master.key')),
  };
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

function refuseUnsafe(settings: Settings, environment: Readonly<Record<string, string | undefined>>): void {
  if (settings.DEMO && environment['NODE_ENV'] === 'production') {
    throw new SettingsError('DEMO cannot be 1 with NODE_ENV=production: its passwords are public');
  }
  if (settings.DEMO && !settings.DEMO_PUBLIC && !LOOPBACK.has(settings.HOST)) {
    throw new SettingsError(
      `HOST ${settings.HOST} can be reached by others while demo sign-ins exist, and their passwords are public: ` +
        'keep 127.0.0.1, or set DEMO=0, or say DEMO_PUBLIC=1 if you mean it',
    );
  }
  if (settings.ROLE.includes('api') && settings.HTTP_PORT === 0 && settings.HTTPS_PORT === 0) {
    throw new SettingsError('HTTP_PORT and HTTPS_PORT are both 0: nothing could be reached');
  }
  if (settings.SIM_SOURCE !== 'synthetic' && !existsSync(settings.SIM_SOURCE)) {
    throw new SettingsError(`SIM_SOURCE must be synthetic or something that exists (it is "${settings.SIM_SOURCE}")`);
  }
}
