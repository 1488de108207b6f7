import { z } from 'zod';
import { call } from './call.ts';
import { dateRangeInput, pagingInput, pagingOutput, zBadge, zFlag, zId, zMoment, zSort } from './fields.ts';

/** What an account's log tells of. */
export const ACTIVITY_KINDS = ['sign_in', 'settings', 'trick', 'broker', 'money', 'security'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** What the log of trading tells of. A veto is a decision that a rule turned down. */
export const TRADE_ACTIVITY_KINDS = ['decision', 'veto', 'order', 'fill', 'rejection', 'halt', 'notice'] as const;
export type TradeActivityKind = (typeof TRADE_ACTIVITY_KINDS)[number];

const zLogEntry = z.strictObject({
  log_id: z.int().positive(),
  kind: z.enum(ACTIVITY_KINDS),
  sentence: z.string(),
  /** What the browser called itself; absent where the product acted by itself. */
  device: z.string().optional(),
  address: z.string().optional(),
  at: zMoment,
});
export type LogEntry = z.output<typeof zLogEntry>;

export const userlog = call('userlog', {
  summary: 'Sign-ins, changes of settings, money and security, each with device and address, newest first.',
  input: z.strictObject({
    ...pagingInput(),
    ...dateRangeInput,
    kind: z.enum(ACTIVITY_KINDS).optional(),
    sort: zSort('time').default('-time'),
  }),
  output: z.strictObject({ log_list: z.array(zLogEntry), ...pagingOutput }),
});

const zTradeLogEntry = z.strictObject({
  log_id: z.int().positive(),
  kind: z.enum(TRADE_ACTIVITY_KINDS),
  sentence: z.string(),
  /** Absent for what a person did by hand. */
  TricksId: zId.optional(),
  trickName: z.string().optional(),
  is_live: zFlag,
  badge: zBadge,
  symbol: z.string().optional(),
  /** By the exchange's clock. */
  at: zMoment,
});
export type TradeLogEntry = z.output<typeof zTradeLogEntry>;

export const userlogTrade = call('userlogTrade', {
  summary:
    'Decisions, orders, fills, rejections and halts of all tricks or of one, newest first. Dates are the exchange’s.',
  input: z.strictObject({
    ...pagingInput(),
    ...dateRangeInput,
    TricksId: zId.optional(),
    kind: z.enum(TRADE_ACTIVITY_KINDS).optional(),
    sort: zSort('time').default('-time'),
  }),
  output: z.strictObject({ log_list: z.array(zTradeLogEntry), ...pagingOutput }),
});

export const activityCalls = { userlog, userlogTrade };
