import { z } from 'zod';
import { call } from './call.ts';
import { zBadge, zDate, zId, zKey, zMoment, zPaise, zPercent, zRupees, zTrickStatus } from './fields.ts';
import { STEP_UP_REFUSALS, stepUpInput } from './security.ts';
import { tradingSettings, zContractHash } from './trick-settings.ts';

/** What stands between a trick and real orders, in the order in which a person mends it. */
export const LIVE_GATES = [
  'kyc',
  'activation',
  'broker',
  'session',
  'operating_mode',
  'algo',
  'capital',
  'instruments',
  'kill_switch',
  'risk_lock',
  'market',
] as const;
export type LiveGate = (typeof LIVE_GATES)[number];

const zGate = z.strictObject({
  gate: z.enum(LIVE_GATES),
  passed: z.boolean(),
  /** What is so, or what is missing and how it is mended. */
  sentence: z.string(),
});

/** What a trick may do at most, in figures and in the sentences that its owner acknowledges. */
export const zContract = z.strictObject({
  mostHeldPaise: zPaise,
  mostEntriesPerDay: z.int(),
  mostOrdersPerDay: z.int(),
  worstDayPaise: zPaise.optional(),
  worstDayDate: zDate.optional(),
  /** Trades of that day are not at hand, and the back-test ran with less or more. */
  worstDayEstimated: z.literal(true).optional(),
  /** What worst day and charges were worked out for, where the back-test ran with less or more. */
  scaledTo: z.strictObject({ capitalPaise: zPaise.optional(), quantityMultiplier: z.int() }).optional(),
  modelledDays: z.int(),
  modelledTrades: z.int(),
  outBy: z.string().optional(),
  chargesPerMonthPaise: zPaise.optional(),
  stopAtBroker: z.enum(['own', 'disaster']),
  sentences: z.array(z.string()),
});
export type ContractWire = z.output<typeof zContract>;

/** A record says over how many trades and days it is, so that luck can be told from skill. After charges. */
export const zTestRecord = z.strictObject({
  trades: z.int(),
  wins: z.int(),
  days: z.int(),
  netPnlPaise: zPaise,
  chargesPaise: zPaise,
});
export const zBacktestRecord = z.strictObject({
  /** Which of one's own back-tests said so; absent where it is the catalogue's. */
  BacktestId: zId.optional(),
  /** The trick of the catalogue whose page shows it; by now that of a newer version where it is replaced. */
  catalogue: z.strictObject({ TricksId: zId, isReplaced: z.boolean() }).optional(),
  trades: z.int(),
  days: z.int(),
  from_date: zDate,
  to_date: zDate,
  data: z.string(),
  capitalPaise: zPaise,
  netPnlPaise: zPaise,
  returnPercent: zPercent,
  maxDrawdownPercent: zPercent,
});
const records = { testRecord: zTestRecord, backtestRecord: zBacktestRecord.optional() };

export const golivecheck = call('golivecheck', {
  summary:
    'What going live would mean for one of my tricks: its contract, its records, what is missing, what is sold. With `settings`, also for a live one: its contract as it would be with them.',
  input: z.strictObject({
    TricksId: zId,
    brokerId: zId.optional(),
    /** As if these were set already; nothing is changed. */
    settings: z.strictObject(tradingSettings).optional(),
  }),
  output: z.strictObject({
    TricksId: zId,
    name: z.string(),
    /** Which badge its figures will bear. */
    liveBadge: zBadge,
    /** The account that its orders would go to; absent while none, or more than one, is linked. */
    brokerId: zId.optional(),
    brokers: z.array(z.strictObject({ brokerId: zId, clientCode: z.string(), tokenExpiresAt: zMoment })),
    contract: zContract,
    /**
     * Names exactly this contract: send it with `testtolivetrick`, or with `setSetting` for a live trick, so that only
     * what was read can be acknowledged.
     */
    contractHash: zContractHash,
    ...records,
    readiness: z.array(zGate),
    ready: z.boolean(),
    /** What it holds on paper, which going live closes at the last price. */
    paperPositions: z.array(
      z.strictObject({
        symbol: z.string(),
        side: z.enum(['buy', 'sell']),
        quantity: z.int(),
        estimatedPrice: zRupees.optional(),
        chargesPaise: zPaise,
        pnlPaise: zPaise.optional(),
      }),
    ),
  }),
  refusals: ['NOT_FOUND', 'TRICK_IS_LIVE'],
});

/** Whatever keeps a trick from trading live. */
export const LIVE_REFUSALS = [
  'KYC_NOT_VERIFIED',
  'TRADE_NOT_ACTIVATED',
  'KYC_AND_ACTIVATION_MISSING',
  'BROKER_NOT_LINKED',
  'BROKER_SESSION_CLOSED',
  'LIVE_READ_ONLY',
  'ALGO_NOT_APPROVED',
  'TRICK_NO_CAPITAL',
  'TRICK_CAPITAL_TOO_SMALL',
  'TRICK_INSTRUMENT_GONE',
  'KILL_SWITCH_ON',
  'RISK_LOCKED',
  'MARKET_DATA_UNAVAILABLE',
] as const;

const zPhase = z.enum(['running', 'stopping', 'exiting', 'idle']);
const life = { TricksId: zId, trickStatus: zTrickStatus, phase: zPhase };

export const testtolivetrick = call('testtolivetrick', {
  summary:
    'Closes what a trick holds on paper and lets it trade with the broker from the next bar. The contract that was acknowledged is kept with the version.',
  input: z.strictObject({
    TricksId: zId,
    brokerId: zId.optional(),
    acknowledgeRisk: z.literal(true, 'Say that you have read what this trick may do with real money.'),
    /** Which contract was read; where another one holds by now nothing is done. */
    contractHash: zContractHash.optional(),
    ...stepUpInput,
    idempotencyKey: zKey,
  }),
  output: z.strictObject({
    ...life,
    brokerId: zId,
    /** Positions that were closed on paper. */
    paperExits: z.int(),
    contract: zContract,
    ...records,
    algoId: z.string(),
    versionHash: z.string(),
  }),
  refusals: [
    'NOT_FOUND',
    'TRICK_IS_LIVE',
    ...LIVE_REFUSALS,
    ...STEP_UP_REFUSALS,
    'CONTRACT_CHANGED',
    'IDEMPOTENCY_KEY_REUSED',
  ],
});

export const livetotesttrick = call('livetotesttrick', {
  summary: 'Takes a live trick that holds nothing back to test mode, stopped.',
  input: z.strictObject({ TricksId: zId, idempotencyKey: zKey }),
  output: z.strictObject(life),
  refusals: ['NOT_FOUND', 'TRICK_IS_TEST', 'TRICK_HOLDS_POSITION', 'IDEMPOTENCY_KEY_REUSED'],
});

export const enableDisableTrickBase = call('enableDisableTrickBase', {
  summary: 'Switches one instrument of a trick on or off. Off stops entries in it; exits go on.',
  input: z.strictObject({ TricksId: zId, baseId: z.int().min(1).max(50), enabled: z.boolean() }),
  output: z.strictObject({ TricksId: zId, baseId: z.int(), enabled: z.boolean() }),
  refusals: ['NOT_FOUND'],
});

export const modifySLTrick = call('modifySLTrick', {
  summary:
    'Moves stop and target of an open position. Live, the stop at the broker is changed, and the old one stands until the new one is confirmed.',
  input: z
    .strictObject({
      TricksId: zId,
      positionId: zId,
      stopLoss: z.number().positive().max(10_000_000).optional(),
      target: z.number().positive().max(10_000_000).optional(),
      /** Whether the stop follows the price: where the strategy's rules have such a stop, it can be switched off and on. */
      trailing: z.boolean().optional(),
    })
    .refine(({ stopLoss, target, trailing }) => (stopLoss ?? target ?? trailing) !== undefined, {
      path: ['stopLoss'],
      message: 'Write a stop or a target.',
    }),
  output: z.strictObject({
    TricksId: zId,
    positionId: zId,
    stopLoss: zRupees.optional(),
    target: zRupees.optional(),
    trailing: z.boolean().optional(),
  }),
  refusals: ['NOT_FOUND', 'TRICK_EXITING', 'POSITION_CLOSED', 'PRICE_UNKNOWN', 'RISK_LOCKED'],
});

export const goingLiveCalls = { golivecheck, testtolivetrick, livetotesttrick, enableDisableTrickBase, modifySLTrick };
