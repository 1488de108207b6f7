import { z } from 'zod';
import { call } from './call.ts';
import {
  pagingInput,
  pagingOutput,
  zBadge,
  zDate,
  zFilledText,
  zId,
  zKey,
  zMoment,
  zPaise,
  zPositivePaise,
  zSort,
} from './fields.ts';

/** The limits of an account over all that it trades live. `null`: no such limit. */
export const zRiskLimits = z.strictObject({
  maxLossPerDayPaise: zPositivePaise.nullable(),
  maxTradesPerDay: z.int().min(1).max(10_000).nullable(),
  maxGrossExposurePaise: zPositivePaise.nullable(),
  maxNetExposurePaise: zPositivePaise.nullable(),
  maxMarginPercent: z.int().min(1).max(100).nullable(),
  maxOrdersPerMinute: z.int().min(1).max(1_000).nullable(),
});
export type RiskLimitsWire = z.output<typeof zRiskLimits>;

/** Where the account stands today against its limits, after charges. Live alone. */
const zRiskFigures = z.strictObject({
  resultPaise: zPaise,
  /** Of positions closed today; one that was held over night counts from the close before the day. */
  realisedPaise: zPaise,
  /** Open positions at the last price, after the charges so far and those of closing now. */
  unrealisedPaise: zPaise,
  trades: z.int(),
  grossPaise: zPaise,
  netPaise: zPaise,
  marginPaise: zPaise,
  /** Absent while the broker has not told what the account has. */
  fundsPaise: zPaise.optional(),
  marginPercent: z.number().optional(),
  ordersLastMinute: z.int(),
});
export type RiskFigures = z.output<typeof zRiskFigures>;

/** What the kill switch would do now, or has done. */
const zKillPlan = z.strictObject({
  liveTricks: z.int(),
  testTricks: z.int(),
  /** Own orders that rest at the broker or wait to be sent. */
  restingOrders: z.int(),
  /** Of these, stops that only close something: without `flatten` they stay. */
  keptStops: z.int(),
  /** Placed elsewhere: their owner cancels them at the broker. */
  foreignOrders: z.int(),
  /** Open positions of tricks: all of them are sold with `flatten`. */
  livePositions: z.int(),
  testPositions: z.int(),
  /** Without `flatten`: those that stay, and how many of these have no stop. */
  keptLive: z.int(),
  keptTest: z.int(),
  withoutStop: z.int(),
  /** Those that are being sold, or handed over to their owner, already. */
  beingSold: z.int(),
  handedOver: z.int(),
  /** Of the live positions at the last prices. */
  positionValuePaise: zPaise,
  /** What selling the live positions would cost. */
  chargesPaise: zPaise,
  /** Opened by hand through this product on the exchange's day, by our own records; closed with `flatten`. */
  handPositions: z.int(),
  /** Of these at the last prices, and what closing them would cost. */
  handValuePaise: zPaise,
  handChargesPaise: zPaise,
  /** Live baskets: their shares stay, with `flatten` too. */
  liveBaskets: z.int(),
  /** Those that are being bought or sold, and end halfway; and SIPs of live baskets, which pause. */
  basketRuns: z.int(),
  basketSips: z.int(),
});
export type KillPlan = z.output<typeof zKillPlan>;

export const zRiskSettings = z.strictObject({
  badge: zBadge,
  /** The exchange's day that the figures are of. */
  day: zDate,
  limits: zRiskLimits,
  /** Loosened limits, and the exchange day from which they hold. */
  next: z.strictObject({ limits: zRiskLimits, from: zDate }).optional(),
  today: zRiskFigures,
  /** The loss has reached its limit: no entry for the rest of the day. */
  stoppedForDay: z.boolean(),
  lock: z.strictObject({ until: zMoment, reason: z.string() }).optional(),
  killSwitch: z.strictObject({
    isSet: z.boolean(),
    setAt: zMoment.optional(),
    reason: z.string().optional(),
    /** The switch of the whole product is set; nobody but its operator lifts it. */
    ofProduct: z.boolean(),
    /** Operators have stopped the live entries of this account; its owner cannot lift that. */
    byDesk: z.strictObject({ setAt: zMoment, reason: z.string() }).optional(),
    /** Positions opened by hand are still being closed; lifting the switch ends that. */
    closingByHand: z.boolean(),
    /** How closing them ended since the switch was set: with nothing left, with nothing to close, or with the session. */
    closedByHand: z.strictObject({ outcome: z.enum(['closed', 'nothing', 'session_over']), at: zMoment }).optional(),
    plan: zKillPlan,
  }),
});
export type RiskSettings = z.output<typeof zRiskSettings>;

export const risksettings = call('risksettings', {
  summary: 'Limits of the account, today’s figures against them, its lock, and what the kill switch would do.',
  input: z.strictObject({}),
  output: zRiskSettings,
});

export const setrisksettings = call('setrisksettings', {
  summary: 'Changes limits. A tighter one holds at once, a looser one from the next exchange day; never while locked.',
  input: zRiskLimits.partial(),
  output: zRiskSettings,
  refusals: ['RISK_LOCKED', 'MARKET_DATA_UNAVAILABLE'],
});

export const risklock = call('risklock', {
  summary: 'No entries and nothing looser until a moment. It can be made longer, never shorter.',
  input: z.strictObject({ until: zMoment, reason: zFilledText(200) }),
  output: zRiskSettings,
  refusals: ['RISK_LOCK_SHORTER', 'RISK_LOCK_MOMENT'],
});

export const killswitch = call('killswitch', {
  summary:
    'Stops every trick, cancels resting orders (without `flatten`, stops by hand that only close something stay) and, with `flatten`, exits all positions: those of the tricks, and those opened by hand through this product on the exchange’s day. What was opened elsewhere stays.',
  input: z.strictObject({ flatten: z.boolean(), idempotencyKey: zKey }),
  output: z.strictObject({
    setAt: zMoment,
    flatten: z.boolean(),
    /** Tricks that were told to stop or to sell, and those that held nothing and have ended with it. */
    tricks: z.int(),
    ended: z.int(),
    /** Positions of tricks that are being sold; without `flatten`, those that were before. */
    exits: z.int(),
    /** Positions opened by hand that are being closed, by our own records; the account’s log says how it ended. */
    handExits: z.int(),
    /** Positions of tricks that stay, and how many of these have no stop. */
    kept: z.int(),
    withoutStop: z.int(),
    /** Positions of tricks that are being handed over to their owner, unsold. */
    handedOver: z.int(),
    cancelled: z.int(),
    /** Stop orders by hand that only close something, and stay. */
    keptStops: z.int(),
    foreignOrders: z.int(),
    /** Live baskets that were being bought or sold, and end halfway; SIPs of live baskets that pause. */
    basketRuns: z.int(),
    basketSips: z.int(),
  }),
  refusals: ['IDEMPOTENCY_KEY_REUSED'],
});

export const killswitchlift = call('killswitchlift', {
  summary: 'Lifts the kill switch of the account. Nothing starts by itself, and nothing more opened by hand is closed.',
  input: z.strictObject({ password: z.string().min(1).max(128) }),
  output: zRiskSettings,
  refusals: ['WRONG_PASSWORD', 'TOO_MANY_TRIES', 'RISK_LOCKED', 'KILL_SWITCH_NOT_SET'],
});

const zVeto = z.strictObject({
  veto_id: z.int().positive(),
  badge: zBadge,
  rule: z.string(),
  sentence: z.string(),
  /** Absent for an own order. */
  TricksId: zId.optional(),
  trickName: z.string().optional(),
  symbol: z.string().optional(),
  /** By the exchange’s clock. */
  at: zMoment,
});
export type RiskVetoRow = z.output<typeof zVeto>;

export const riskvetoes = call('riskvetoes', {
  summary: 'Entries that a rule over the whole account or doubtful prices turned down, in test mode too, newest first.',
  input: z.strictObject({ ...pagingInput(), sort: zSort('time').default('-time') }),
  output: z.strictObject({ veto_list: z.array(zVeto), ...pagingOutput }),
});

export const riskCalls = { risksettings, setrisksettings, risklock, killswitch, killswitchlift, riskvetoes };
