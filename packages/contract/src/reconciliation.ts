import { z } from 'zod';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zBadge, zDate, zId, zIdOrAll, zMoment, zPaise, zSort } from './fields.ts';

const zDifference = z.strictObject({
  kind: z.string(),
  /** What differs, in one sentence. */
  sentence: z.string(),
  /** Ours and the broker's figure, as text; absent where one side has none. */
  ours: z.string().optional(),
  theirs: z.string().optional(),
  /** Why it may be so; absent where nothing explains it. */
  explanation: z.string().optional(),
  explained: z.boolean(),
  /** What to do about it. */
  next: z.string().optional(),
  symbol: z.string().optional(),
  TricksId: zId.optional(),
});
export type ReconciliationDifference = z.output<typeof zDifference>;

const zStatus = z.enum(['agrees', 'differs', 'incomplete']);

/** What anybody who may look at a comparison reads of it in a list; whose account it is of stands beside it. */
export const reportFacts = {
  reportId: zId,
  badge: zBadge,
  day: zDate,
  status: zStatus,
  madeAt: zMoment,
  differences: z.int(),
  unexplained: z.int(),
};
/** The account, as its owner knows it. */
const ownAccount = { brokerId: zId, clientCode: z.string() };
const zReportRow = z.strictObject({ ...ownAccount, ...reportFacts });
export type ReconciliationRow = z.output<typeof zReportRow>;

/** What a report says beyond its line. */
export const reportDetails = {
  /** Which of the broker's books could not be read. */
  missingBooks: z.array(z.enum(['orders', 'trades', 'positions', 'holdings', 'funds'])),
  /** What could not be compared soundly although the broker answered, with the reason in a sentence. */
  notCompared: z.array(z.strictObject({ what: z.enum(['charges', 'funds']), reason: z.string() })),
  compared: z.strictObject({
    orders: z.int(),
    trades: z.int(),
    positions: z.int(),
    holdings: z.int(),
    chargesPaise: zPaise,
    fundsPaise: zPaise.optional(),
  }),
  difference_list: z.array(zDifference),
  halted: z.array(zId),
};
const zReport = z.strictObject({ ...ownAccount, ...reportFacts, ...reportDetails });
export type ReconciliationReport = z.output<typeof zReport>;

export const reconciliationreports = call('reconciliationreports', {
  summary: 'End-of-day comparisons with the broker, newest first.',
  input: z.strictObject({ ...pagingInput(), brokerId: zIdOrAll.default(0), sort: zSort('day').default('-day') }),
  output: z.strictObject({ report_list: z.array(zReportRow), ...pagingOutput }),
});

export const reconciliationreport = call('reconciliationreport', {
  summary: 'One comparison with the broker; with `brokerId` instead, one is made now and answered.',
  input: z
    .strictObject({ reportId: zId.optional(), brokerId: zId.optional() })
    .refine(({ reportId, brokerId }) => (reportId === undefined) !== (brokerId === undefined), {
      message: 'Name a report, or a broker account to compare with now.',
    }),
  output: z.strictObject({ report: zReport }),
  refusals: ['NOT_FOUND', 'BROKER_SESSION_CLOSED', 'BROKER_UNAVAILABLE'],
});

const zSpan = z.strictObject({ p50Ms: z.number().optional(), p95Ms: z.number().optional(), orders: z.int() });
export type LatencySpan = z.output<typeof zSpan>;

export const orderlatency = call('orderlatency', {
  summary: 'How long orders take by our clock, over the newest of an account: decided, sent, acknowledged, filled.',
  input: z.strictObject({ orders: z.int().min(1).max(1_000).default(200) }),
  output: z.strictObject({
    badge: zBadge,
    orders: z.int(),
    decidedToSent: zSpan,
    sentToAcknowledged: zSpan,
    acknowledgedToFilled: zSpan,
  }),
});

export const reconciliationCalls = { reconciliationreports, reconciliationreport, orderlatency };
