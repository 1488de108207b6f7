import { z } from 'zod';
import { call } from './call.ts';
import {
  pagingInput,
  pagingOutput,
  zBadge,
  zDate,
  zFilledText,
  zId,
  zMoment,
  zPaise,
  zRupees,
  zSort,
  zTrickStatus,
} from './fields.ts';
import { may } from './operations.ts';
import { STEP_UP_REFUSALS } from './security.ts';
import { proofInput } from './withdrawals.ts';

/** The calls of the trading desk: how trading is going over all accounts, and what stops it. */

const zDeskTrick = z.strictObject({
  TricksId: zId,
  name: z.string(),
  badge: zBadge,
  trickStatus: zTrickStatus,
  phase: z.enum(['running', 'stopping', 'exiting', 'idle']),
  statusReason: z.string().optional(),
  person: z.strictObject({ userId: zId, fullName: z.string() }),
  capitalPaise: zPaise,
  openPositions: z.int(),
  /** Entry orders that have not ended. */
  waitingEntries: z.int(),
  /** Whether a runner that is awake has it; absent where it needs none. */
  hasRunner: z.boolean().optional(),
  startedAt: zMoment.optional(),
  lastDecisionAt: zMoment.optional(),
  /** Whether the caller may halt it: it still enters, and is not their own. */
  mayHalt: z.boolean(),
});
export type DeskTrick = z.output<typeof zDeskTrick>;

const zSwitch = z.strictObject({ reason: z.string(), setAt: zMoment });

const zDeskState = z.strictObject({
  at: zMoment,
  /** What live figures are of. */
  liveBadge: zBadge,
  feed: z.strictObject({
    health: z.enum(['live', 'stale', 'down', 'unknown']),
    dataset: z.string(),
    /** When the feed last wrote its clock. */
    seenAt: zMoment.optional(),
  }),
  runners: z.strictObject({
    awake: z.int(),
    /** Tricks, in either mode, that need a runner, and those of them that no runner which is awake has. */
    wanted: z.int(),
    without: z.int(),
    lastBeatAt: zMoment.optional(),
  }),
  /** Linked broker accounts by the state of their session, and those of them that running live tricks wait for. */
  brokers: z.strictObject({ linked: z.int(), expired: z.int(), error: z.int(), missed: z.int() }),
  /** At brokers. `unclear`: sent, and nobody has said yet what became of them. */
  orders: z.strictObject({ underWay: z.int(), unclear: z.int() }),
  tricks: z.strictObject({ live: z.int(), test: z.int(), liveHalted: z.int(), testHalted: z.int() }),
  /** What the switch of the product would find at rest. */
  resting: z.strictObject({ accounts: z.int(), entries: z.int(), byHand: z.int() }),
  /** Where the exchange's calendar ends, once its next year has to be entered; `daysLeft` below 0 where it has ended. */
  calendarEnd: z.strictObject({ lastDay: zDate, daysLeft: z.int(), missingYear: z.int() }).optional(),
  productSwitch: zSwitch.optional(),
  /** Accounts whose entries are stopped, the latest first; `by` says who did it. */
  switches: z.array(
    z.strictObject({
      ...zSwitch.shape,
      person: zDeskTrick.shape.person,
      by: z.enum(['owner', 'block', 'desk']),
    }),
  ),
});
export type DeskState = z.output<typeof zDeskState>;

export const DESK_STATES = ['running', 'halted', 'all'] as const;
export const DESK_MODES = ['all', 'Live', 'Test'] as const;

export const opsdesk = call('opsdesk', {
  needs: may('read', 'Desk'),
  summary: 'How trading goes over all accounts: runners, feed, broker sessions, orders, switches; and the tricks.',
  input: z.strictObject({
    ...pagingInput(),
    state: z.enum(DESK_STATES).default('running'),
    mode: z.enum(DESK_MODES).default('all'),
    sort: zSort('time').default('-time'),
  }),
  output: z.strictObject({ desk: zDeskState, trick_list: z.array(zDeskTrick), ...pagingOutput }),
});

const zDeskAccount = z.strictObject({
  userId: zId,
  fullName: z.string(),
  /** Enough to tell two people apart. */
  emailMasked: z.string(),
  mobileMasked: z.string(),
  isBlocked: z.boolean(),
  deskSwitch: zSwitch.optional(),
  ownSwitch: zSwitch.optional(),
  brokers: z.array(
    z.strictObject({
      brokerId: zId,
      clientCodeMasked: z.string(),
      environment: z.string(),
      status: z.enum(['linked', 'expired', 'error']),
      tokenExpiresAt: zMoment,
    }),
  ),
  /** Those that run, or were halted and still hold something. */
  tricks: z.array(zDeskTrick),
  /** Of tricks and by hand, not ended yet; the latest first, a hundred at most. */
  orders: z.array(
    z.strictObject({
      /** Of its own kind: numbers of test orders are others than those of orders at a broker. */
      orderId: zId,
      badge: zBadge,
      /** Absent for an order by hand. */
      trickName: z.string().optional(),
      role: z.enum(['entry', 'exit', 'protective', 'own', 'foreign']),
      symbol: z.string(),
      side: z.enum(['buy', 'sell']),
      quantity: z.int(),
      filledQuantity: z.int(),
      state: z.string(),
      at: zMoment,
    }),
  ),
  /** Of tricks, the latest first, a hundred at most. */
  positions: z.array(
    z.strictObject({
      positionId: zId,
      badge: zBadge,
      trickName: z.string(),
      symbol: z.string(),
      direction: z.enum(['long', 'short']),
      quantity: z.int(),
      averagePrice: zRupees,
      /** Where it is wanted. */
      stopLoss: zRupees.optional(),
      /**
       * Live: what stands at the broker for it. `on_its_way`: there is an order, sent, triggered or of unclear fate, whose
       * state the orders tell.
       */
      stopAtBroker: z
        .strictObject({ state: z.enum(['rests', 'on_its_way', 'none']), level: zRupees.optional() })
        .optional(),
      at: zMoment,
    }),
  ),
  /** What the account's switch would find at rest now. */
  resting: z.strictObject({ entries: z.int(), byHand: z.int() }),
  /** Whether the caller may set or lift the switch: it is not their own account. */
  maySwitch: z.boolean(),
});
export type DeskAccount = z.output<typeof zDeskAccount>;

export const opsdeskaccount = call('opsdeskaccount', {
  needs: may('read', 'Desk'),
  summary: 'One account as the desk sees it: tricks, orders and positions. What identifies its owner is masked.',
  input: z.strictObject({ userId: zId }),
  output: z.strictObject({ account: zDeskAccount }),
  refusals: ['NOT_FOUND'],
});

const proven = ['WRONG_PASSWORD', ...STEP_UP_REFUSALS] as const;

export const opshalttrick = call('opshalttrick', {
  needs: may('decide', 'Desk'),
  summary:
    'Halts a running trick of somebody else: no new entries, those that wait are withdrawn, its exits go on. Its owner is told and may start it again.',
  input: z.strictObject({ TricksId: zId, reason: zFilledText(200), ...proofInput }),
  output: z.strictObject({ TricksId: zId, trickStatus: zTrickStatus, phase: zDeskTrick.shape.phase }),
  refusals: ['NOT_FOUND', 'OWN_CASE', 'TRICK_NOT_RUNNING', ...proven],
});

export const opsaccountswitch = call('opsaccountswitch', {
  needs: may('decide', 'Desk'),
  summary:
    'Sets or lifts the operators’ switch on one account: live entries are refused and those that rest are taken back. Exits, stops and test mode go on.',
  input: z.strictObject({ userId: zId, on: z.boolean(), reason: zFilledText(200), ...proofInput }),
  output: z.strictObject({ on: z.boolean(), withdrawn: z.int() }),
  refusals: ['NOT_FOUND', 'OWN_CASE', 'SWITCH_IS_SET', 'SWITCH_NOT_SET', ...proven],
});

export const opsproductswitch = call('opsproductswitch', {
  needs: may('decide', 'Desk'),
  summary:
    'Sets or lifts the switch of the whole product: live entries of everybody are refused and those that rest are taken back. Set again, it takes back what is left. Exits, stops and test mode go on.',
  input: z.strictObject({ on: z.boolean(), reason: zFilledText(200), ...proofInput }),
  output: z.strictObject({ on: z.boolean(), accounts: z.int(), withdrawn: z.int() }),
  refusals: ['SWITCH_NOT_SET', ...proven],
});

export const deskCalls = { opsdesk, opsdeskaccount, opshalttrick, opsaccountswitch, opsproductswitch };
