import { existsSync } from 'node:fs';
import { z } from 'zod';

const zPort = z.coerce.number('must be a port').int('must be a port').min(0).max(65_535);
const zFlag = z
  .enum(['0', '1', 'true', 'false'], 'must be 0 or 1')
  .transform((text) => text === '1' || text === 'true');

/** Environment of the simulator. Every name is documented by its own error. */
const zSettings = z.object({
  SIM_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a PostgreSQL URL' }),
  HOST: z.string().min(1).default('127.0.0.1'),
  SIM_PORT: zPort.default(8090),
  SIM_PAYMENTS_PORT: zPort.default(8091),
  /** Where the product listens: the payment sandbox tells it there of what was paid. */
  SIM_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an http address' }).optional(),
  SIM_SPEED: z.coerce.number('must be a number').positive('must be above 0').max(100_000).default(30),
  SIM_SEED: z.coerce.number('must be a whole number').int('must be a whole number').default(1),
  SIM_SOURCE: z
    .string()
    .default('synthetic')
    .refine(
      (value) => value === 'synthetic' || existsSync(value),
      'must be "synthetic", or a file or folder that exists',
    ),
  SIM_LOOP: zFlag.default(false),
  SIM_START: z.iso
    .datetime({ offset: true, error: 'must be an ISO moment with offset, such as 2025-07-07T09:00:00+05:30' })
    .optional(),
  /** `path`: four ticks a bar, no spread, endless depth (the way of a replay); `spread`: like a real feed (synthetic). */
  SIM_TICKS: z.enum(['path', 'spread'], 'must be path or spread').optional(),
  /** `none`: no spread, endless depth, orders filled at the next tick's price; absent: as `SIM_TICKS` has it. */
  SIM_FRICTIONS: z.enum(['real', 'none'], 'must be real or none').optional(),
  /** Limits of a simulator that has no stored setting; the control endpoint changes them. */
  SIM_RATE_LIMIT: zFlag.default(true),
  SIM_CONTROL_TOKEN: z.string().min(8, 'must have 8 characters or more').optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});
export type Settings = z.infer<typeof zSettings>;

/** @throws Error that names every wrong setting and what it should be */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  // An empty value is how shells and compose files leave a variable unset.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = zSettings.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`the simulator's settings are wrong\n  ${wrong.join('\n  ')}`);
}
