import { strategyDefinition } from '@trickdesk/engine/definition';
import { z } from 'zod';
import { zBacktestEvidence, zBacktestTables } from './backtest-evidence.ts';
import { zBacktestSweep, zParameter, zSweep } from './backtest-sweep.ts';
import { PLAN_PERIODS } from './billing.ts';
import { call } from './call.ts';
import {
  pagingInput,
  pagingOutput,
  zDate,
  zFilledText,
  zId,
  zInterval,
  zMoment,
  zPaise,
  zPercent,
  zPositivePaise,
  zSort,
  zSymbol,
} from './fields.ts';
import { zBacktestTrade } from './strategies.ts';

export const zBacktestStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type BacktestStatus = z.output<typeof zBacktestStatus>;

/** What a back-test runs over: the prices of the market that the product is connected to, or those that were imported. */
export const zBacktestPrices = z.enum(['market', 'imported']);
export type BacktestPrices = z.output<typeof zBacktestPrices>;

/** Most that a back-test may lose on each fill, in basis points. */
export const MOST_SLIPPAGE_BPS = 500;
/** As many instruments as a strategy may have. */
export const MOST_BACKTEST_INSTRUMENTS = 50;

/** What is asked for, as it is kept with the result. */
const zBacktestInput = {
  instruments: z.array(zSymbol),
  interval: zInterval,
  prices: zBacktestPrices,
  from_date: zDate,
  to_date: zDate,
  capitalPaise: zPaise,
  costs: z.boolean(),
  slippageBps: z.int(),
  /** The values that were tried, where parameters were varied. */
  sweep: z.record(z.string(), z.array(z.number())).optional(),
};

/** A back-test in a list. Figures are after charges where `costs` is on; absent until it is done. */
export const zBacktestItem = z.strictObject({
  BacktestId: zId,
  /** Absent where rules were tested that nobody had saved as a trick. */
  TricksId: zId.optional(),
  name: z.string(),
  status: zBacktestStatus,
  progressPercent: zPercent,
  ...zBacktestInput,
  netPnlPaise: zPaise.optional(),
  returnPercent: zPercent.optional(),
  trades: z.int().optional(),
  /** Why it failed, and what became of the back-test that it had used. */
  failure: z.string().optional(),
  createdAt: zMoment,
  endedAt: zMoment.optional(),
});
export type BacktestItem = z.output<typeof zBacktestItem>;

const zPeriod = { profitPaise: zPaise, returnPercent: zPercent.optional(), trades: z.int() };

/** Figures after charges unless the name says otherwise; absent where they have no meaning (no trades, no loss). */
export const zBacktestRun = z.strictObject({
  basis: z.strictObject({
    /** The data in words: `Simulated market, seed 1` or `NSE daily prices`. */
    data: z.string(),
    simulated: z.boolean(),
    from_date: zDate,
    to_date: zDate,
    /** Days with prices. */
    days: z.int(),
    bars: z.int(),
    afterCharges: z.boolean(),
    /** Splits, bonuses and demergers in its days, each in words; absent where there were none. */
    corporateActions: z.array(z.strictObject({ symbol: z.string(), words: z.string() })).optional(),
    /**
     * First prices of a day that are far from the last one before, which no split, bonus or demerger that is stored
     * explains: a factor may be missing. Absent where there are none; the first hundred where there are more.
     */
    priceJumps: z
      .array(
        z.strictObject({
          symbol: z.string(),
          date: zDate,
          /** The day with prices before it. */
          previous_date: zDate,
          changePercent: zPercent,
          /** Trades that were held over it, and what they made together. */
          trades: z.int(),
          netPnlPaise: zPaise,
        }),
      )
      .optional(),
  }),
  capitalPaise: zPaise,
  netPnlPaise: zPaise,
  /** Before charges. */
  grossPnlPaise: zPaise,
  chargesPaise: zPaise,
  /** Adds up to `chargesPaise`. */
  charges: z.array(z.strictObject({ kind: z.string(), paise: zPaise })),
  returnPercent: zPercent,
  cagrPercent: zPercent.optional(),
  volatilityPercent: zPercent.optional(),
  sharpe: z.number().optional(),
  sortino: z.number().optional(),
  calmar: z.number().optional(),
  drawdown: z
    .strictObject({
      percent: zPercent,
      amountPaise: zPaise,
      from_date: zDate,
      deepest_date: zDate,
      /** Absent where the loss had not been made good at the end. */
      to_date: zDate.optional(),
      days: z.int(),
    })
    .optional(),
  winRatePercent: zPercent.optional(),
  profitFactor: z.number().optional(),
  expectancyPaise: zPaise.optional(),
  averageWinPaise: zPaise.optional(),
  averageLossPaise: zPaise.optional(),
  exposurePercent: zPercent.optional(),
  turnoverPaise: zPaise,
  trades: z.int(),
  longestLosingRun: z.int(),
  /** What became of the rules' signals to enter; absent of back-tests that were made before it was kept. */
  entrySignals: z
    .strictObject({
      /** Those that became an order. */
      entered: z.int(),
      /**
       * Those that a rule refused, most often first, each with a sentence. One that stays on for many bars is refused once
       * for each reason.
       */
      refused: z.array(z.strictObject({ veto: z.string(), times: z.int(), sentence: z.string() })),
    })
    .optional(),
  equity: z.array(z.strictObject({ date: zDate, valuePaise: zPaise, drawdownPercent: zPercent })),
  monthly: z.array(z.strictObject({ month: z.string().regex(/^\d{4}-\d{2}$/), ...zPeriod })),
  yearly: z.array(z.strictObject({ year: z.string(), ...zPeriod })),
  /** These two are absent of back-tests that were made before there were any. */
  evidence: zBacktestEvidence.optional(),
  tables: zBacktestTables.optional(),
  /** Only where parameters were varied; all else is of the best of them. */
  sweep: zBacktestSweep.optional(),
});
export type BacktestRun = z.output<typeof zBacktestRun>;

/** Rules as a back-test keeps them. */
export const zTestedRules = strategyDefinition;

const zBacktestDetails = z.strictObject({
  ...zBacktestItem.shape,
  /** Names the rules that ran, whatever becomes of the trick: SHA-256 of the definition, in hex. */
  versionHash: z.string(),
  /** The rules themselves, where nobody had saved them as a trick: nowhere else are they kept. */
  definition: zTestedRules.optional(),
  /** Of those that are queued before it; only while it is queued. */
  queuedAhead: z.int().optional(),
  report: zBacktestRun.optional(),
});
export type BacktestDetails = z.output<typeof zBacktestDetails>;

/** What `backtest` events carry. */
export const zBacktestProgress = z.strictObject({
  BacktestId: zId,
  status: zBacktestStatus,
  progressPercent: zPercent,
});

/** With how far it went against and for the trader while it was open, percent of the entry price. */
const zOwnBacktestTrade = z.strictObject({
  ...zBacktestTrade.shape,
  adversePercent: zPercent.optional(),
  favourablePercent: zPercent.optional(),
});

/** As `validatetrick` takes it. */
const zSentRules = z.record(z.string().max(60), z.unknown());

/** Exactly one of the two is sent. */
const isOneSubject = (sent: { readonly TricksId?: unknown; readonly definition?: unknown }): boolean =>
  (sent.TricksId === undefined) !== (sent.definition === undefined);
const ONE_SUBJECT = { path: ['definition'], message: 'Name a trick, or give a definition: one of the two.' };

export const setAndStartBacktest = call('setAndStartBacktest', {
  summary:
    'Queues a back-test of a trick of the catalogue, or of one of your own, or with `definition` of rules that are saved nowhere, over stored prices. It uses one of the back-tests of your plan; a failure that is our fault gives it back. Instruments and interval are those of the trick or the rules where they are left out. With `sweep` it runs each combination of the values that are given for the trick’s parameters: still one back-test of the plan, 100 combinations and 500 combinations × instruments at most.',
  input: z
    .strictObject({
      TricksId: zId.optional(),
      definition: zSentRules.optional(),
      /** What the back-test of a `definition` is called. */
      name: zFilledText(80).optional(),
      instruments: z.array(zSymbol).min(1).max(MOST_BACKTEST_INSTRUMENTS).optional(),
      interval: zInterval.optional(),
      prices: zBacktestPrices.default('market'),
      from_date: zDate,
      to_date: zDate,
      capitalPaise: zPositivePaise,
      costs: z.boolean().default(true),
      slippageBps: z.int().min(0).max(MOST_SLIPPAGE_BPS).default(2),
      sweep: zSweep.optional(),
    })
    .refine(isOneSubject, ONE_SUBJECT)
    .refine(({ name, definition }) => name === undefined || definition !== undefined, {
      path: ['name'],
      message: 'A trick has its name. Leave it out, or give a definition.',
    }),
  output: z.strictObject({ BacktestId: zId, queuedAhead: z.int() }),
  refusals: [
    'NOT_FOUND',
    'OWN_TRICK_RETIRED',
    'BACKTESTS_USED_UP',
    'RANGE_NOT_COVERED',
    'KYC_NOT_VERIFIED',
    'TRICK_TOO_COSTLY',
  ],
});

export const getUserBacktest = call('getUserBacktest', {
  summary:
    'Your back-tests, newest first; with `BacktestId` that one, with its report when it is done. `Search` finds names and symbols.',
  input: z.strictObject({
    ...pagingInput(),
    BacktestId: zId.optional(),
    status: zBacktestStatus.optional(),
    TricksId: zId.optional(),
    sort: zSort('name', 'time', 'result', 'return', 'trades').optional(),
  }),
  output: z.strictObject({
    backtest_list: z.array(zBacktestItem),
    /**
     * What any of your back-tests was of, by name: what a list may be narrowed to. Of more than 200 the ones whose names
     * `Search` finds come first, and `TricksId` is always among them. Absent where one back-test was asked for.
     */
    tricks: z.array(z.strictObject({ TricksId: zId, name: z.string() })).optional(),
    /** Of how many tricks there are back-tests; absent with `tricks`. */
    tricksTotal: z.int().optional(),
    /** Only where one was asked for. */
    backtest: zBacktestDetails.optional(),
    ...pagingOutput,
  }),
  refusals: ['NOT_FOUND'],
});

export const cancelbacktest = call('cancelbacktest', {
  summary: 'Ends a back-test that is queued or running. One that had not begun is given back to the plan.',
  input: z.strictObject({ BacktestId: zId }),
  output: z.strictObject({ BacktestId: zId, status: zBacktestStatus }),
  refusals: ['NOT_FOUND', 'BACKTEST_ENDED'],
});

export const getBacktestPlans = call('getBacktestPlans', {
  summary: 'The plans of the back-tester, and what is left of yours in this month.',
  input: z.strictObject({}),
  output: z.strictObject({
    plans: z.array(
      z.strictObject({
        planId: zId,
        name: z.string(),
        /** Back-tests in a calendar month (India). */
        limit: z.int(),
        /** With GST; 0 where it costs nothing. */
        pricePaise: zPaise,
        period: z.enum(PLAN_PERIODS),
      }),
    ),
    current: z.strictObject({ planId: zId, name: z.string(), used: z.int(), limit: z.int(), renewsAt: zMoment }),
  }),
});

export const backtestTradeHistory = call('backtestTradeHistory', {
  summary: 'The trades of a back-test that is done, newest first, each with the reason for it.',
  input: z.strictObject({ BacktestId: zId, ...pagingInput() }),
  output: z.strictObject({ trade_list: z.array(zOwnBacktestTrade), ...pagingOutput }),
  refusals: ['NOT_FOUND'],
});

/**
 * Whether prices are stored for what somebody means to test: the form asks before it starts, so that nobody learns it
 * from a refusal.
 */
/** Without days where an instrument has no prices. */
const zStoredDays = z.strictObject({
  symbol: z.string(),
  from_date: zDate.optional(),
  to_date: zDate.optional(),
  /** Where there are prices, but none as fine as the rules need: the finest. */
  onlyStored: zInterval.optional(),
});

export const backtestCoverage = call('backtestCoverage', {
  summary:
    'From when to when prices are stored for all instruments of a back-test, of a trick or with `definition` of rules that are saved nowhere.',
  input: z
    .strictObject({
      TricksId: zId.optional(),
      definition: zSentRules.optional(),
      instruments: z.array(zSymbol).min(1).max(MOST_BACKTEST_INSTRUMENTS).optional(),
      interval: zInterval.optional(),
      prices: zBacktestPrices.default('market'),
    })
    .refine(isOneSubject, ONE_SUBJECT),
  output: z.strictObject({
    name: z.string(),
    instruments: z.array(zStoredDays),
    /** What the conditions read beside them, of which prices are needed as well. */
    reads: z.array(zStoredDays),
    interval: zInterval,
    minCapitalPaise: zPaise,
    /** What a sweep may vary. */
    parameters: z.array(zParameter),
    /** Absent where an instrument has no prices, or they have no day in common. */
    from_date: zDate.optional(),
    to_date: zDate.optional(),
    /** What can be chosen from, each in words: imported ones only where there are any of these instruments. */
    choices: z.array(z.strictObject({ prices: zBacktestPrices, data: z.string(), simulated: z.boolean() })),
  }),
  refusals: ['NOT_FOUND', 'OWN_TRICK_RETIRED', 'TRICK_TOO_COSTLY'],
});

export const backtestCalls = {
  setAndStartBacktest,
  getUserBacktest,
  cancelbacktest,
  getBacktestPlans,
  backtestTradeHistory,
  backtestCoverage,
};
