import { RESEARCH_EVENTS, RESEARCH_SIDES, RESEARCH_STATES } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import {
  dateRangeInput,
  pagingInput,
  pagingOutput,
  zDate,
  zId,
  zMoment,
  zPaise,
  zPercent,
  zRupees,
  zSort,
} from './fields.ts';
import { zBasis } from './strategies.ts';

/** What happened to a call in the market, and why it counts as what it counts as. */
const zResearchEvent = z.strictObject({
  kind: z.enum(RESEARCH_EVENTS),
  /** Which, from 1; of a target alone. */
  target: z.int().optional(),
  price: zRupees,
  /** When its bar opened, by the exchange's clock. */
  at: zMoment,
  /** The bar of the stop held the next target, too: which came first cannot be known, so it counts as the stop. */
  heldTarget: z.literal(true).optional(),
});
export type ResearchEvent = z.output<typeof zResearchEvent>;

/** By rule from the bars after publication; nobody can type it. */
const zResearchOutcome = z.strictObject({
  state: z.enum(RESEARCH_STATES),
  targetsHit: z.int(),
  /** Whether nothing can change it any more. */
  ended: z.boolean(),
  /**
   * Of the entry, before charges, an equal part out at each target and the rest where it ended; absent until it is over,
   * and where it was never entered.
   */
  resultPercent: zPercent.optional(),
  event_list: z.array(zResearchEvent),
  /** The exchange's time up to which prices were looked at. */
  seenUntil: zMoment,
});
export type ResearchOutcome = z.output<typeof zResearchOutcome>;

/** What people see of a call, also before it is published. */
export const raTradeShape = {
  symbol: z.string(),
  name: z.string(),
  side: z.enum(RESEARCH_SIDES),
  entryPrice: zRupees,
  stopPrice: zRupees,
  /** The nearest first. */
  targets: z.array(zRupees),
  /** The last price when it was published. */
  referencePrice: zRupees,
  rationale: z.string(),
  /** The exchange's clock. */
  publishedAt: zMoment,
  expiresAt: zMoment,
  analyst: z.strictObject({
    name: z.string(),
    /** Of SEBI; absent where there is none, which only a simulated market allows. */
    registrationNumber: z.string().optional(),
  }),
  disclosure: z.strictObject({
    /** Whether the analyst, or anybody close, has an interest in the instrument. */
    holdsInterest: z.boolean(),
    usesAi: z.boolean(),
  }),
  /** The data in words: `Simulated market, seed 1`. */
  data: z.string(),
  simulated: z.boolean(),
};

export const zRaTrade = z.strictObject({
  researchId: zId,
  ...raTradeShape,
  outcome: zResearchOutcome,
  withdrawn: z.strictObject({ at: zMoment, reason: z.string() }).optional(),
});
export type RaTrade = z.output<typeof zRaTrade>;

/** Every call that was ever published in this market, whatever a list asks for. */
export const zResearchRecord = z.strictObject({
  published: z.int(),
  /** Over with at least the first target. These four add up to `published`. */
  targetHit: z.int(),
  stopHit: z.int(),
  expired: z.int(),
  /** Not over, whatever they have reached by now. */
  running: z.int(),
  /** Of all of them; they count in each of the figures above. */
  withdrawn: z.int(),
  /** `targetHit` of all that are over; absent while none is. */
  hitRatePercent: zPercent.optional(),
});
export type ResearchRecord = z.output<typeof zResearchRecord>;

export const RESEARCH_FILTERS = [...RESEARCH_STATES, 'withdrawn'] as const;

/** What a list of calls is asked for, by whomever. */
export const raTradesInput = z.strictObject({
  ...pagingInput(),
  ...dateRangeInput,
  state: z.enum(RESEARCH_FILTERS).optional(),
  sort: zSort('time').default('-time'),
});

export const getRaTradeList = call('getRaTradeList', {
  summary:
    'Calls of the research analyst with entry, stop, targets, rationale and what the market made of them, by rule. Withdrawn ones stay. Days are those of the exchange’s clock.',
  input: raTradesInput,
  output: z.strictObject({
    ra_trade_list: z.array(zRaTrade),
    record: zResearchRecord.optional(),
    /** In compliance mode, for everybody but verified clients: nothing is shown. */
    hidden: z.literal(true).optional(),
    ...pagingOutput,
  }),
});

/** A trick of a portfolio, over the days that all of its tricks have. */
const zPortfolioMember = z.strictObject({
  TricksId: zId,
  name: z.string(),
  capitalPaise: zPaise,
  /** After charges. */
  netPnlPaise: zPaise,
  returnPercent: zPercent,
  maxDrawdownPercent: zPercent,
});

const zPortfolioFigures = z.strictObject({
  basis: zBasis,
  capitalPaise: zPaise,
  /** The sum over `trick_list`, after charges. */
  netPnlPaise: zPaise,
  returnPercent: zPercent,
  maxDrawdownPercent: zPercent,
  trick_list: z.array(zPortfolioMember),
  equity: z.array(z.strictObject({ date: zDate, valuePaise: zPaise, drawdownPercent: zPercent })),
  /** Of daily results, each pair once, −1 to 1; a pair without a value has too few days or a result that never moves. */
  correlation: z.array(z.strictObject({ first: zId, second: zId, value: z.number().optional() })),
});

export const zPortfolioTricks = z.strictObject({
  portfolio: z.string(),
  name: z.string(),
  summary: z.string(),
  tricks: z.array(z.strictObject({ TricksId: zId, name: z.string() })),
  /** Absent until every one of its tricks has a back-test. */
  figures: zPortfolioFigures.optional(),
});
export type PortfolioTricks = z.output<typeof zPortfolioTricks>;

export const getPortfolioTrcikList = call('getPortfolioTrcikList', {
  summary: 'Tricks grouped as portfolios, with their combined equity after charges and how alike their days are.',
  input: z.strictObject({ ...pagingInput() }),
  output: z.strictObject({
    portfolio_list: z.array(zPortfolioTricks),
    /** In compliance mode, for everybody but verified clients: returns are left out. */
    hidden: z.literal(true).optional(),
    ...pagingOutput,
  }),
});

export const researchCalls = { getRaTradeList, getPortfolioTrcikList };
