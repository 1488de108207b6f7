import { z } from 'zod';
import { zDate, zPaise, zPercent } from './fields.ts';

/**
 * What a back-test is worth as evidence that a trick has an edge. `some` is the strongest word there is: the past is all
 * that was asked.
 */
export const zEvidenceWord = z.enum(['none', 'weak', 'some']);
export type EvidenceWord = z.output<typeof zEvidenceWord>;

const zReason = z.strictObject({
  key: z.enum([
    'no_look_ahead',
    'enough_data',
    'net_gain',
    'beyond_luck',
    'interval_above_zero',
    'beyond_random_entries',
    'many_trades',
    'walk_forward_gains',
    'survives_slippage',
    'small_beside_volume',
    'neighbours_gain',
  ]),
  /** `missing`: it was not looked at, or has no meaning for the data. */
  stance: z.enum(['for', 'against', 'missing']),
  /** Where a reason of this kind speaks against, there is no evidence; the others only weaken it. */
  decides: z.boolean(),
  /** The same in words, with its figures. */
  text: z.string(),
});
export type EvidenceReason = z.output<typeof zReason>;

const zRange = z.strictObject({ lowPercent: zPercent, percent: zPercent, highPercent: zPercent });

/** Whether a result may be luck, and what speaks for and against it. Seeded: the same again gives the same. */
export const zBacktestEvidence = z.strictObject({
  evidence: zEvidenceWord,
  /** The verdict in one or two sentences. */
  sentence: z.string(),
  /** A trick without an edge gets another word than `none` in so many of 100 cases at most. */
  falsePositivePercent: zPercent,
  reasons: z.array(zReason),
  /** Days with a result, those without a trade included. */
  sessions: z.int(),
  /** Trades of one day count as one together. */
  independentTrades: z.number(),
  /**
   * The run again on prices that are cut off at some moments: what it decided until then must be the same. Absent where
   * it decided nothing, and of back-tests that were made before it was looked at.
   */
  lookAhead: z
    .strictObject({
      /** Moments at which prices were cut off. */
      cuts: z.int(),
      /** Up to the last of them, refused entries included; each was compared. */
      decisions: z.int(),
      /** Those that were not the same without the later prices: 0, or the figures of the report mean nothing. */
      differing: z.int(),
    })
    .optional(),
  /** How else the same days might have gone: `insidePercent` of histories made of their blocks lie within. */
  resampled: z
    .strictObject({
      histories: z.int(),
      insidePercent: zPercent,
      notGainingPercent: zPercent,
      /** Absent where a day lost everything, or too few days make a year's return a boast. */
      annualReturn: zRange.optional(),
      dailyReturn: zRange,
    })
    .optional(),
  /** Sharpe ratios of a year. */
  luck: z
    .strictObject({
      trials: z.int(),
      sharpe: z.number(),
      /** What the best of so many trials shows by luck alone. */
      luckySharpe: z.number(),
      /** How sure one may be that there is more than luck. */
      confidencePercent: zPercent,
    })
    .optional(),
  /** The same trades entered at random times, so many times over. */
  randomEntries: z
    .strictObject({
      runs: z.int(),
      ownPaise: zPaise,
      lowPaise: zPaise,
      middlePaise: zPaise,
      highPaise: zPaise,
      /** Random runs that brought less. */
      betterThanPercent: zPercent,
    })
    .optional(),
  /** Absent where nobody knows what others traded. */
  capacity: z
    .strictObject({
      /** What 95 of 100 fills took at most of what was traded in their bar. */
      participationPercent: zPercent,
      /** Up to this capital they would stay within `withinPercent`. */
      capitalPaise: zPaise,
      withinPercent: zPercent,
    })
    .optional(),
  /** The result of the same closed trades, were every fill so much worse than the price; sizes and charges are kept. */
  costs: z.strictObject({
    slippageBps: z.number(),
    /** Where nothing is gained or lost; negative where that would take better prices than the market's. */
    breakEvenBps: z.number().optional(),
    levels: z.array(z.strictObject({ slippageBps: z.number(), netPnlPaise: zPaise })),
  }),
});
export type BacktestEvidence = z.output<typeof zBacktestEvidence>;

const zTradeGroup = {
  trades: z.int(),
  wins: z.int(),
  netPnlPaise: zPaise,
  chargesPaise: zPaise,
  winRatePercent: zPercent,
  expectancyPaise: zPaise,
};

/** What the same capital would have done otherwise on the same days. */
const zComparison = z.strictObject({
  /** `hold`: bought its instruments on the first day and kept them. `index`: followed an index, without charges. */
  kind: z.enum(['hold', 'index']),
  name: z.string(),
  returnPercent: zPercent,
  volatilityPercent: zPercent.optional(),
  maxDrawdownPercent: zPercent,
  /** Own return less the other's, percentage points. */
  aheadByPercent: zPercent,
  /** Of daily returns, −1 to 1. */
  correlation: z.number().optional(),
  beta: z.number().optional(),
  /** Where its prices are not stored for all days: those that are compared, and what the back-test made on them. */
  part: z
    .strictObject({
      fromDate: zDate,
      toDate: zDate,
      ownReturnPercent: zPercent,
      ownMaxDrawdownPercent: zPercent,
    })
    .optional(),
});

/** The trades of a report by what they have in common, and what else the capital might have done. */
export const zBacktestTables = z.strictObject({
  byInstrument: z.array(z.strictObject({ symbol: z.string(), ...zTradeGroup })),
  /** 1 Monday to 6 Saturday, 0 Sunday; of the day on which a trade ended. */
  byWeekday: z.array(z.strictObject({ weekday: z.int().min(0).max(6), ...zTradeGroup })),
  /** Net results from `fromPaise` (included) to `toPaise` (excluded); no bin holds a gain and a loss. */
  distribution: z.array(z.strictObject({ fromPaise: zPaise, toPaise: zPaise, trades: z.int() })),
  /** How far trades went for and against before they ended, percent of the entry price; absent over no trade. */
  excursions: z.strictObject({
    adverseOfWinsPercent: zPercent.optional(),
    adverseOfLossesPercent: zPercent.optional(),
    favourableOfLossesPercent: zPercent.optional(),
    /** All that trades were ahead ÷ all that they were behind. */
    edgeRatio: z.number().optional(),
  }),
  comparisons: z.array(zComparison),
  /** What was left out, because prices are stored for only `days` of the `ofDays` days; absent where nothing was. */
  notCompared: z
    .array(z.strictObject({ ...zComparison.pick({ kind: true, name: true }).shape, days: z.int(), ofDays: z.int() }))
    .optional(),
});
export type BacktestTables = z.output<typeof zBacktestTables>;
