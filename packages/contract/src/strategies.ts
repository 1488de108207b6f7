import { strategyDefinition } from '@trickdesk/engine/definition';
import { z } from 'zod';
import { call } from './call.ts';
import {
  pagingInput,
  pagingOutput,
  zDate,
  zFlag,
  zId,
  zInterval,
  zMoment,
  zPaise,
  zPercent,
  zSort,
  zText,
} from './fields.ts';

export const zCategory = z.enum(['trend', 'mean_reversion', 'breakout', 'opening_range', 'vwap', 'momentum']);
export const zRisk = z.enum(['low', 'medium', 'high']);

/** What a figure rests on, so that a back-test is never taken for a live record. */
export const zBasis = z.strictObject({
  kind: z.enum(['back_test', 'test', 'live']),
  /** The data in words: `Simulated market, seed 1` or `NSE daily prices`. */
  data: z.string(),
  simulated: z.boolean(),
  from_date: zDate,
  to_date: zDate,
  days: z.int(),
  afterCharges: z.literal(true),
});

/** How often a return of these trades tells of luck: figures of copies, everybody's who ever had one, after charges. */
const trackFigures = {
  /** The first day that counts; days on which the version was made do not. */
  since: zDate,
  /** Of the closed trades and of what is open now; the return is this in percent of `capitalPaise`. */
  netPnlPaise: zPaise,
  /** Of `netPnlPaise`, what is still open. */
  openPnlPaise: zPaise,
  /** Of the closed trades; already taken off. */
  chargesPaise: zPaise,
  capitalPaise: zPaise,
  /** Users whose copies gained. */
  usersGained: z.int(),
  /** Half of the users made less. */
  userMedianPercent: zPercent,
  worstMonth: z.strictObject({ month: z.string(), returnPercent: zPercent }),
  /** The 95 % range of the return, from how much its days differ: where 0 lies in it, it may be luck. */
  likelyFromPercent: zPercent,
  likelyToPercent: zPercent,
};

/** What users' copies of a trick made in one mode, after charges; the figures behind it once something was closed. */
const zRecord = z.strictObject({
  ...z.strictObject(trackFigures).partial().shape,
  users: z.int(),
  trades: z.int(),
  netPnlPaise: zPaise,
  returnPercent: zPercent.optional(),
});
export type TrickRecord = z.output<typeof zRecord>;

/** What a trick of the catalogue made for its users in one mode, enough to be ranked by it. */
const zRankedRecord = z.strictObject({
  kind: z.enum(['live', 'test']),
  /** The data it was made on, and whether that is simulated. */
  data: z.string(),
  simulated: z.boolean(),
  /** The place among all that are ranked in this mode, the retired and deleted ones counted, and how many these are. */
  rank: z.int(),
  of: z.int(),
  ...trackFigures,
  users: z.int(),
  trades: z.int(),
  returnPercent: zPercent,
});

export const zTrickItem = z.strictObject({
  TricksId: zId,
  name: z.string(),
  summary: z.string(),
  author: z.string(),
  category: zCategory,
  segment: z.enum(['intraday', 'positional']),
  risk: zRisk,
  minCapitalPaise: zPaise,
  return30dPercent: zPercent.optional(),
  returnTotalPercent: zPercent.optional(),
  maxDrawdownPercent: zPercent.optional(),
  winRatePercent: zPercent.optional(),
  trades: z.int(),
  basis: zBasis.optional(),
  liveUsers: z.int(),
  sparkline: z.array(z.number()).optional(),
  planRequired: z.string().optional(),
  cloned: z.boolean(),
  /** Live results where enough was closed in live mode, else those of test mode; absent where neither has enough. */
  record: zRankedRecord.optional(),
  /** In compliance mode, for everybody but verified clients: figures of returns are left out, also from the order. */
  returnsHidden: z.literal(true).optional(),
});
export type TrickItem = z.output<typeof zTrickItem>;

export const zBacktestTrade = z.strictObject({
  symbol: z.string(),
  direction: z.enum(['long', 'short']),
  quantity: z.int(),
  entryAt: zMoment,
  entryPrice: z.number(),
  exitAt: zMoment,
  exitPrice: z.number(),
  exitRule: z.string(),
  chargesPaise: zPaise,
  pnlPaise: zPaise,
  reason: z.string(),
});

/** Figures after charges unless the name says otherwise; absent where they have no meaning (no trades, no loss). */
export const zBacktestReport = z.strictObject({
  basis: zBasis,
  capitalPaise: zPaise,
  netPnlPaise: zPaise,
  grossPnlPaise: zPaise,
  chargesPaise: zPaise,
  returnPercent: zPercent,
  cagrPercent: zPercent.optional(),
  sharpe: z.number().optional(),
  sortino: z.number().optional(),
  maxDrawdownPercent: zPercent,
  maxDrawdownFrom: zDate.optional(),
  maxDrawdownTo: zDate.optional(),
  winRatePercent: zPercent.optional(),
  profitFactor: z.number().optional(),
  expectancyPaise: zPaise.optional(),
  averageWinPaise: zPaise.optional(),
  averageLossPaise: zPaise.optional(),
  trades: z.int(),
  longestLosingRun: z.int(),
  equity: z.array(z.strictObject({ date: zDate, valuePaise: zPaise, drawdownPercent: zPercent })),
  monthly: z.array(z.strictObject({ month: z.string().regex(/^\d{4}-\d{2}$/), returnPercent: zPercent })),
  tradeList: z.array(zBacktestTrade),
});
export type BacktestReportWire = z.output<typeof zBacktestReport>;

export const zTrickDetails = z.strictObject({
  ...zTrickItem.shape,
  description: z.string(),
  /** The rules in plain words, a sentence each. */
  rules: z.array(z.string()),
  instruments: z.array(z.string()),
  interval: zInterval,
  definition: strategyDefinition,
  report: zBacktestReport.optional(),
  /**
   * Why there is no report: `queued`, `running` with progress, `failed`, `hidden` from who is no verified client, or
   * `none` where none is made: somebody's own trick is back-tested when its owner asks.
   */
  reportStatus: z.enum(['ready', 'queued', 'running', 'failed', 'hidden', 'none']),
  /** Absent where returns are hidden. */
  liveRecord: zRecord.optional(),
  testRecord: zRecord.optional(),
  versions: z.array(z.strictObject({ version: z.int(), at: zMoment, note: z.string() })),
});

export const hometrickers = call('hometrickers', {
  summary:
    'The catalogue of tricks. By itself in the order of what their users made after charges: live results first, then test results, then what has too few trades to be ranked, by risk. Back-tests do not rank.',
  input: z.strictObject({
    ...pagingInput(),
    category: zCategory.optional(),
    risk: zRisk.optional(),
    sort: zSort('record', 'name', 'return_30d', 'return_total', 'drawdown', 'win_rate', 'capital').default('-record'),
  }),
  output: z.strictObject({ trick_list: z.array(zTrickItem), ...pagingOutput }),
});

export const trickerdetails = call('trickerdetails', {
  summary: 'One trick of the catalogue, or one of your own.',
  input: z.strictObject({ TricksId: zId }),
  output: z.strictObject({ trick_details: zTrickDetails }),
  refusals: ['NOT_FOUND'],
});

export const gettopten = call('gettopten', {
  path: '/userapi/gettopten/{thirtyDay}/{test}',
  places: { path: ['thirtyDay', 'test'] },
  summary:
    'The ten tricks with the best return after charges: last 30 days or since start, test (1) or live (0) results. Back-tests are not ranked; who stopped, left or was retired stays in. In compliance mode, for everybody but verified clients, without returns and in an order that tells none.',
  input: z.strictObject({ thirtyDay: z.coerce.number().pipe(zFlag), test: z.coerce.number().pipe(zFlag) }),
  output: z.strictObject({
    trick_list: z.array(
      z.strictObject({
        ...zTrickItem.shape,
        ...z.strictObject(trackFigures).partial().shape,
        rank: z.int(),
        /** Absent where returns are hidden, as are the figures behind it. */
        returnPercent: zPercent.optional(),
        /** Accounts whose copies are counted, the ones that have left among them. */
        users: z.int(),
        /** `retired`: not offered any more; `gone`: deleted. Both keep their place. */
        state: z.enum(['offered', 'retired', 'gone']),
      }),
    ),
    /** What the ranking rests on, in words. */
    note: z.string(),
    /** What must be said beside it. */
    disclosures: z.array(z.enum(['past_is_no_promise', 'not_verified', 'simulated', 'returns_hidden'])),
    /** Tricks with trades in the period, but too few to rank. */
    tooFew: z.int(),
  }),
});

export const toptenclone = call('toptenclone', {
  summary: 'Copies a trick into my tricks, in test mode, stopped. Cloning twice makes two copies with different names.',
  input: z.strictObject({ TricksId: zId, is_live: z.literal(0).default(0), name: zText(80).optional() }),
  output: z.strictObject({ status: z.literal(true), TricksId: zId, name: z.string() }),
  refusals: ['NOT_FOUND'],
});

export const strategyCalls = { hometrickers, trickerdetails, gettopten };
