import { z } from 'zod';
import { zKycState } from './accounts.ts';
import { zSubscription } from './billing.ts';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zFilledText, zId, zMoment, zPaise, zSort } from './fields.ts';
import { may } from './operations.ts';

/** The calls of operators about accounts. */

const zListedUser = z.strictObject({
  userId: zId,
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  mobile: z.string(),
  memberSince: zMoment,
  kycVerified: z.boolean(),
  isTradeactive: z.boolean(),
  isOperator: z.boolean(),
  blockedAt: zMoment.optional(),
});
export type ListedUser = z.output<typeof zListedUser>;

export const USER_STATES = ['all', 'blocked', 'operators'] as const;

export const opsusers = call('opsusers', {
  needs: may('read', 'User'),
  summary: 'Accounts by name, email address, username, mobile number or id.',
  input: z.strictObject({
    ...pagingInput(),
    state: z.enum(USER_STATES).default('all'),
    sort: zSort('time', 'name').default('-time'),
  }),
  output: z.strictObject({ user_list: z.array(zListedUser), ...pagingOutput }),
});

const zUserSession = z.strictObject({
  device: z.string(),
  address: z.string(),
  signedInAt: zMoment,
  lastUsedAt: zMoment,
});

const zUser = z.strictObject({
  ...zListedUser.shape,
  blockedBecause: z.string().optional(),
  twoFactor: z.boolean(),
  grantedForDemo: z.boolean(),
  kyc: z.strictObject({ status: zKycState, panMasked: z.string().optional(), aadhaarMasked: z.string().optional() }),
  bank: z.strictObject({ status: zKycState, accountMasked: z.string().optional(), ifsc: z.string().optional() }),
  plans: z.array(
    z.strictObject({ name: z.string(), state: zSubscription.shape.state, endsAt: zMoment, pricePaise: zPaise }),
  ),
  mainPaise: zPaise,
  rewardsPaise: zPaise,
  heldPaise: zPaise,
  /** The one used last first. */
  sessions: z.array(zUserSession),
  /** Newest first. */
  signIns: z.array(z.strictObject({ sentence: z.string(), device: z.string(), address: z.string(), at: zMoment })),
  /** What the account has at stake: a block stops the entries of these, and exits go on. */
  running: z.strictObject({ live: z.int(), test: z.int(), positions: z.int(), restingOrders: z.int() }),
  /** What the caller may do: nobody blocks themselves or an operator. */
  mayBlock: z.boolean(),
  mayUnblock: z.boolean(),
  mayEndSessions: z.boolean(),
});
export type OpsUser = z.output<typeof zUser>;

export const opsuser = call('opsuser', {
  needs: may('read', 'User'),
  summary: 'One account with what support needs. Numbers are masked, and nothing secret is in it.',
  input: z.strictObject({ userId: zId }),
  output: z.strictObject({ user: zUser }),
  refusals: ['NOT_FOUND'],
});

export const opsblockuser = call('opsblockuser', {
  needs: may('decide', 'User'),
  summary:
    'Blocks an account of somebody else: every session ends, nobody signs in, tricks take no new entries. Exits and stops go on.',
  input: z.strictObject({ userId: zId, reason: zFilledText(200) }),
  output: z.strictObject({ user: zUser, ended: z.int(), tricks: z.int(), cancelled: z.int() }),
  refusals: ['NOT_FOUND', 'OWN_CASE', 'OPERATOR_ACCOUNT', 'USER_BLOCKED'],
});

export const opsunblockuser = call('opsunblockuser', {
  needs: may('decide', 'User'),
  summary: 'Lifts a block. Nothing starts by itself.',
  input: z.strictObject({ userId: zId, reason: zFilledText(200) }),
  output: z.strictObject({ user: zUser }),
  refusals: ['NOT_FOUND', 'OWN_CASE', 'USER_NOT_BLOCKED'],
});

export const opsendsessions = call('opsendsessions', {
  needs: may('decide', 'User'),
  summary: 'Signs somebody else out everywhere; they can sign in again.',
  input: z.strictObject({ userId: zId, reason: zFilledText(200) }),
  output: z.strictObject({ user: zUser, ended: z.int() }),
  refusals: ['NOT_FOUND', 'OWN_CASE'],
});

export const userCaseCalls = { opsusers, opsuser, opsblockuser, opsunblockuser, opsendsessions };
