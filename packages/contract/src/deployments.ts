import { z } from 'zod';
import { call } from './call.ts';
import {
  pagingInput,
  pagingOutput,
  zBadge,
  zDate,
  zId,
  zIdOrAll,
  zInterval,
  zKey,
  zMode,
  zMoment,
  zPaise,
  zRupees,
  zSort,
  zTrickStatus,
} from './fields.ts';
import { goingLiveCalls, LIVE_REFUSALS } from './going-live.ts';
import { zOrder, zPosition } from './orders.ts';
import { zParityDay } from './parity.ts';
import { STEP_UP_REFUSALS, stepUpInput } from './security.ts';
import { toptenclone } from './strategies.ts';
import { tradingSettings, zContractHash } from './trick-settings.ts';

export const zMyTrick = z.strictObject({
  TricksId: zId,
  name: z.string(),
  strategyId: zId,
  strategyName: z.string(),
  mode: zMode,
  badge: zBadge,
  trickStatus: zTrickStatus,
  statusReason: z.string().optional(),
  /** A trick that still holds a position while it stops. */
  phase: z.enum(['running', 'stopping', 'exiting', 'idle']),
  capitalPaise: zPaise,
  dayPnlPaise: zPaise,
  totalPnlPaise: zPaise,
  openPositions: z.int(),
  brokerId: zIdOrAll,
  roboPro: z.boolean(),
  startedAt: zMoment.optional(),
  lastDecisionAt: zMoment.optional(),
  symbols: z.array(z.string()),
  interval: zInterval,
});
export type MyTrick = z.output<typeof zMyTrick>;

const filter = {
  type: zMode.default('Live'),
  trickStatus: zTrickStatus.default(1),
  brokerId: zIdOrAll.default(0),
};

export const mytrick = call('mytrick', {
  summary: 'My tricks of one mode; the youngest first where no order is asked for.',
  input: z.strictObject({
    ...pagingInput(6),
    ...filter,
    sort: zSort('name', 'capital', 'open', 'today', 'total', 'decision').optional(),
  }),
  output: z.strictObject({ trick_list: z.array(zMyTrick), ...pagingOutput }),
});

export const myTrickCalculation = call('myTrickCalculation', {
  summary: 'Totals over the whole filtered set of my tricks.',
  input: z.strictObject({ ...filter, Search: pagingInput().Search }),
  output: z.strictObject({
    capitalPaise: zPaise,
    investedPaise: zPaise,
    dayPnlPaise: zPaise,
    totalPnlPaise: zPaise,
    chargesPaise: zPaise,
    running: z.int(),
    stopped: z.int(),
    halted: z.int(),
  }),
});

export const zOperand = z.strictObject({ text: z.string(), value: z.number() });

/** One line of the decision log: the sentence, and the values that made it. */
export const zDecision = z.strictObject({
  decisionId: zId,
  sequence: z.int(),
  at: zMoment,
  symbol: z.string(),
  action: z.enum(['enter', 'exit', 'veto', 'notice']),
  direction: z.enum(['long', 'short']).optional(),
  rule: z.string(),
  veto: z.string().optional(),
  quantity: z.int(),
  price: zRupees.optional(),
  condition: z.string().optional(),
  operands: z.array(zOperand),
  sentence: z.string(),
  version: z.int(),
});
export type DecisionRow = z.output<typeof zDecision>;

export const zTrickSettings = z.strictObject({
  capitalPaise: zPaise,
  quantityMultiplier: z.int(),
  maxLossPerDayPaise: zPaise.optional(),
  maxTradesPerDay: z.int().optional(),
  squareOff: z.string().optional(),
  product: z.enum(['INTRADAY', 'DELIVERY']),
  notify: z.strictObject({ trades: z.boolean(), halts: z.boolean() }),
});

/** A mark on the chart: where an order was filled and why. */
export const zMarker = z.strictObject({
  at: zMoment,
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  purpose: z.enum(['entry', 'exit']),
  price: zRupees,
  quantity: z.int(),
  reason: z.string(),
});

export const zMyTrickDetails = z.strictObject({
  ...zMyTrick.shape,
  version: z.int(),
  rules: z.array(z.string()),
  settings: zTrickSettings,
  minCapitalPaise: zPaise,
  /** Whether its rules have a stop that follows the price: only there `modifySLTrick` takes `trailing`. */
  stopMayTrail: z.boolean(),
  bases: z.array(
    z.strictObject({
      baseId: z.int(),
      exchange: z.literal('NSE'),
      symbol: z.string(),
      enabled: z.boolean(),
      last: zRupees.optional(),
    }),
  ),
  open_positions: z.array(zPosition),
  todayOrders: z.array(zOrder),
  decisions: z.array(zDecision),
  markers: z.array(zMarker),
  equity: z.array(z.strictObject({ date: zDate, valuePaise: zPaise })),
  /** Its last days beside their back-tests, newest first, ten at most; empty before the first report. */
  parity: z.array(zParityDay),
  totals: z.strictObject({
    grossPaise: zPaise,
    chargesPaise: zPaise,
    netPaise: zPaise,
    trades: z.int(),
    wins: z.int(),
  }),
  /** What each verb would do right now, in figures, so that a panel can say it before it is done. */
  plan: z.strictObject({
    sell: z.array(
      z.strictObject({
        symbol: z.string(),
        side: z.enum(['buy', 'sell']),
        quantity: z.int(),
        estimatedPrice: zRupees.optional(),
        chargesPaise: zPaise,
        pnlPaise: zPaise.optional(),
      }),
    ),
    /** Entry orders that are under way: each verb says whether they are withdrawn or may still be filled. */
    waitingEntries: z.strictObject({ count: z.int(), quantity: z.int() }),
  }),
});
export type MyTrickDetails = z.output<typeof zMyTrickDetails>;

export const trickdetails = call('trickdetails', {
  summary: 'One of my tricks: settings, instruments, positions, orders, the decision log, equity.',
  input: z.strictObject({ TricksId: zId }),
  output: z.strictObject({ trick_details: zMyTrickDetails }),
  refusals: ['NOT_FOUND'],
});

const afterAction = z.strictObject({ TricksId: zId, trickStatus: zTrickStatus, phase: zMyTrick.shape.phase });

export const starttrick = call('starttrick', {
  summary:
    'Starts one of my tricks. It decides from the next bar that closes. A live one that may do more than was agreed to starts with the contract that was acknowledged for it, which is kept.',
  input: z.strictObject({
    TricksId: zId,
    /** The `contractHash` of the contract as it stands, where the start is refused without; it is what was read. */
    acknowledgedContract: zContractHash.optional(),
    ...stepUpInput,
    idempotencyKey: zKey,
  }),
  output: afterAction,
  refusals: [
    'NOT_FOUND',
    'TRICK_ALREADY_RUNNING',
    'TRICK_EXITING',
    ...LIVE_REFUSALS,
    'ACKNOWLEDGEMENT_NEEDED',
    'CONTRACT_CHANGED',
    ...STEP_UP_REFUSALS,
    'IDEMPOTENCY_KEY_REUSED',
  ],
});

export const stoptrick = call('stoptrick', {
  summary:
    'Stops new entries (exits go on), or stops as soon as it is flat, or hands live positions to their owner with their stops. Never a pause of exits.',
  input: z.strictObject({
    TricksId: zId,
    verb: z.enum(['stop_entries', 'stop_after_exit', 'detach']).default('stop_entries'),
  }),
  output: afterAction,
  refusals: ['NOT_FOUND', 'TRICK_NOT_RUNNING', 'TRICK_EXITING', 'VERB_NOT_AVAILABLE'],
});

export const sellTrick = call('sellTrick', {
  summary: 'Exits all positions of a trick, then stops it.',
  input: z.strictObject({ TricksId: zId, idempotencyKey: zKey }),
  output: z.strictObject({ ...afterAction.shape, exits: z.int() }),
  refusals: ['NOT_FOUND', 'TRICK_NOT_RUNNING', 'TRICK_EXITING', 'IDEMPOTENCY_KEY_REUSED'],
});

/** What the definition decides and no setting changes: refused by name, so that nobody believes it was taken. */
const ofDefinition = (what: string) =>
  z.never({ error: `${what} is part of the trick's rules. Copy a trick with other rules instead.` }).optional();

/** Of `setSetting`: what says for what, and by whose word, something is set. */
const NO_SETTINGS = ['TricksId', 'acknowledgedContract', 'totp'];

export const setSetting = call('setSetting', {
  summary:
    "Changes settings of one trick, or without `TricksId` the person's defaults. What allows a live trick more is done with the contract that was acknowledged for it, which is kept, and with the second factor where there is one.",
  input: z
    .strictObject({
      TricksId: zId.optional(),
      ...tradingSettings,
      notify: z.strictObject({ trades: z.boolean(), halts: z.boolean() }).optional(),
      product: ofDefinition('Whether a trick trades intraday or for delivery'),
      orderType: ofDefinition('How orders are placed'),
      trailingStop: ofDefinition('Whether a stop trails'),
      /** The `contractHash` of the contract that was read and agreed to, where a live trick is allowed more. */
      acknowledgedContract: zContractHash.optional(),
      ...stepUpInput,
    })
    .refine((input) => Object.keys(input).some((key) => !NO_SETTINGS.includes(key)), {
      message: 'Name at least one setting.',
    }),
  output: z.strictObject({ settings: zTrickSettings.partial() }),
  refusals: [
    'NOT_FOUND',
    'TRICK_RUNS',
    'TRICK_CAPITAL_TOO_SMALL',
    'RISK_LOCKED',
    'ACKNOWLEDGEMENT_NEEDED',
    'CONTRACT_CHANGED',
    ...STEP_UP_REFUSALS,
  ],
});

export const deploymentCalls = {
  toptenclone,
  mytrick,
  myTrickCalculation,
  trickdetails,
  starttrick,
  stoptrick,
  sellTrick,
  setSetting,
  ...goingLiveCalls,
};
