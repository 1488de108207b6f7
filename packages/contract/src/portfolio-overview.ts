import { z } from 'zod';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zBadge, zDate, zFlag, zId, zMoment, zPaise, zPercent, zRupees } from './fields.ts';

/** By what the product knows of an instrument: a share, a fund of shares, or a fund of metals, money and bonds. */
const zAssetKind = z.enum(['share', 'share_fund', 'other_fund']);

/** Who holds units: a basket, a trick, or their owner: bought by hand, elsewhere, or before anything on record. */
const zHolder = z.strictObject({
  kind: z.enum(['basket', 'trick', 'hand']),
  /** `myBasketId` or `TricksId`; absent of what is held by hand. */
  id: zId.optional(),
  name: z.string().optional(),
});
export type PortfolioHolder = z.output<typeof zHolder>;

/** What is left of one purchase. */
const zPortfolioLot = z.strictObject({
  /** The account at the broker; absent in test mode. */
  clientCode: z.string().optional(),
  /** In test mode, where every holder has shares of its own. */
  holder: zHolder.optional(),
  /** Absent, as cost and gain are, where the purchase is not on record. */
  boughtOn: zDate.optional(),
  quantity: z.int(),
  /** With all charges of the purchase. */
  costPaise: zPaise.optional(),
  valuePaise: zPaise,
  /** Before charges of selling. */
  gainPaise: zPaise.optional(),
});

const zPortfolioInstrument = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  kind: zAssetKind,
  quantity: z.int(),
  lastPrice: zRupees,
  lastPriceAt: zMoment,
  valuePaise: zPaise,
  sharePercent: zPercent,
  /** Of the lots whose purchase is on record. */
  costPaise: zPaise,
  unrealisedPaise: zPaise,
  /** Units whose purchase is not on record. */
  unknownQuantity: z.int(),
  lots: z.array(zPortfolioLot),
});
export type PortfolioInstrument = z.output<typeof zPortfolioInstrument>;

const zPortfolioSale = z.strictObject({
  symbol: z.string(),
  clientCode: z.string().optional(),
  holder: zHolder.optional(),
  boughtOn: zDate.optional(),
  soldOn: zDate,
  quantity: z.int(),
  costPaise: zPaise.optional(),
  proceedsPaise: zPaise,
  gainPaise: zPaise.optional(),
});
export type PortfolioSale = z.output<typeof zPortfolioSale>;

const zReturns = z.strictObject({
  /** The first purchase that counts. */
  since: zDate,
  putInPaise: zPaise,
  takenOutPaise: zPaise,
  valuePaise: zPaise,
  /** Value and what was taken out, less what was put in. */
  gainPaise: zPaise,
  /** A year's rate; absent in the first year, when a rate of a year says nothing. */
  xirrPercent: zPercent.optional(),
});

export const portfoliooverview = call('portfoliooverview', {
  summary:
    'What is held in one mode: how it is spread, how much hangs on few names, realised and unrealised results, and returns beside a benchmark that the same money bought on the same days.',
  input: z.strictObject({ ...pagingInput(25), is_live: zFlag.default(1) }),
  output: z.strictObject({
    badge: zBadge,
    /** The exchange's time of this answer; absent before its first word. */
    asOf: zMoment.optional(),
    /** The first trade on record. */
    recordsFrom: zDate.optional(),
    valuePaise: zPaise,
    instrument_list: z.array(zPortfolioInstrument),
    kind_list: z.array(z.strictObject({ kind: zAssetKind, valuePaise: zPaise, sharePercent: zPercent })),
    holder_list: z.array(
      z.strictObject({
        holder: zHolder,
        valuePaise: zPaise,
        sharePercent: zPercent,
        parts: z.array(z.strictObject({ symbol: z.string(), quantity: z.int(), valuePaise: zPaise })),
      }),
    ),
    /** Over instruments; absent where nothing is held. */
    concentration: z
      .strictObject({
        positions: z.int(),
        largestPercent: zPercent,
        fiveLargestPercent: zPercent,
        /** Herfindahl index: 10,000 is everything in one name. */
        herfindahl: z.int(),
        /** So many names of equal weight would be spread alike. */
        effectivePositions: z.number(),
      })
      .optional(),
    /** Of the lots whose purchase is on record, before charges of selling. */
    unrealisedPaise: zPaise,
    /** Of what is held and was bought before anything on record: in the value, in no result. */
    unknownValuePaise: zPaise,
    /** Of everything that was sold, after all charges; also what was bought and sold within a day. */
    realisedPaise: zPaise,
    /** What was received for units whose purchase is not on record: in no result. */
    unknownProceedsPaise: zPaise,
    /** Newest first; with `Search`, of symbols that have it. The paging is of this list. */
    realised_list: z.array(zPortfolioSale),
    /** Of what was held over at least one night and whose purchase is on record; absent where there is none. */
    returns: z
      .strictObject({
        ...zReturns.shape,
        /** What one rupee earned that was there all the time. */
        twrPercent: zPercent.optional(),
        flow_list: z.array(z.strictObject({ date: zDate, putInPaise: zPaise, takenOutPaise: zPaise })),
      })
      .optional(),
    /** Each of these purchases, for the same money on the same day, in the benchmark, sold on the day it was sold. */
    benchmark: z
      .strictObject({
        ...zReturns.shape,
        symbol: z.string(),
        name: z.string(),
        /** The gain of `returns` less the benchmark's. */
        aheadPaise: zPaise,
      })
      .optional(),
    missing: z.strictObject({
      /** Linked accounts that could not be asked: what was there before the records is not in here. */
      unread: z.array(z.strictObject({ brokerId: zId, clientCode: z.string() })),
      /** Accounts that are not linked any more: what they still hold is not in here. */
      unlinked: z.array(z.strictObject({ brokerId: zId, clientCode: z.string() })),
      /** Symbols without a price: in no figure but what was realised. */
      unpriced: z.array(z.string()),
      /** Shares of which an account holds fewer than its trades on record leave. */
      fewer: z.array(
        z.strictObject({ clientCode: z.string(), symbol: z.string(), onRecord: z.int(), atBroker: z.int() }),
      ),
      /** Units that baskets and tricks count and that are not there. */
      overclaimed: z.array(z.string()),
      /** There are no prices of the benchmark for the first of these purchases. */
      benchmark: z.boolean(),
    }),
    ...pagingOutput,
  }),
});
