import { PARITY_CAUSES } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import { zBadge, zDate, zId, zMoment, zPaise, zRupees } from './fields.ts';

const zCause = z.enum(PARITY_CAUSES);

const zPart = z.strictObject({ cause: zCause, paise: zPaise });
const zSide = z.strictObject({
  quantity: z.int(),
  entryAt: zMoment,
  entryPrice: zRupees,
  exitAt: zMoment.optional(),
  exitPrice: zRupees.optional(),
  exitRule: z.string().optional(),
  chargesPaise: zPaise,
  netPaise: zPaise,
});
export type ParitySide = z.output<typeof zSide>;

const zParityTrade = z.strictObject({
  key: z.string(),
  what: z.enum(['matched', 'missing', 'extra']),
  symbol: z.string(),
  direction: z.enum(['long', 'short']),
  expected: zSide.optional(),
  done: zSide.optional(),
  differencePaise: zPaise,
  /** Adds up to `differencePaise` exactly. */
  parts: z.array(zPart),
  /** Live: sides whose orders left while no quote was known: their spread stands in the slippage. */
  unquoted: z.array(z.enum(['entry', 'exit'])),
  cause: zCause.optional(),
});
export type ParityTrade = z.output<typeof zParityTrade>;

const zParityReport = z.strictObject({
  day: zDate,
  badge: zBadge,
  madeAt: zMoment,
  /** Whether the back-test began where the run stood that morning, or where the run began. */
  from: z.enum(['day', 'run']),
  expectedNetPaise: zPaise,
  doneNetPaise: zPaise,
  differencePaise: zPaise,
  parts: z.array(zPart),
  /** Trades with a part that nothing accounts for. */
  unexplained: z.int(),
  /** Trades with a side whose spread is not known. */
  unquoted: z.int(),
  trades: z.array(zParityTrade),
});
export type ParityReportRow = z.output<typeof zParityReport>;

/** One exchange day of a trick beside its back-test, in figures; `parityreport` of the day has the trades. */
export const zParityDay = z.strictObject({
  day: zDate,
  badge: zBadge,
  /** Trades that both sides made. */
  compared: z.int(),
  /** Trades that one side lacks. */
  apart: z.int(),
  /** What was done less what was expected, before charges … */
  grossDifferencePaise: zPaise,
  /** … and after them. */
  differencePaise: zPaise,
  /** Adds up to `differencePaise` exactly. */
  parts: z.array(zPart),
  /** Trades with a part that nothing accounts for. */
  unexplained: z.int(),
});
export type ParityDay = z.output<typeof zParityDay>;

export const parityreport = call('parityreport', {
  summary: 'What a trick did on an exchange day beside the back-test of that day: per trade, each difference by cause.',
  input: z.strictObject({ TricksId: zId, date: zDate.optional() }),
  output: z.strictObject({
    /** Newest first. */
    days: z.array(zDate),
    /** The report of the day asked for, or the newest; absent before the first. */
    report: zParityReport.optional(),
  }),
  refusals: ['NOT_FOUND'],
});

export const parityCalls = { parityreport };
