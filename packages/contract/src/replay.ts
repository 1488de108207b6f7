import { z } from 'zod';
import { zParameter } from './backtest-sweep.ts';
import { call } from './call.ts';
import { zDecision, zMarker } from './deployments.ts';
import { zBadge, zDate, zId, zInterval, zMoment, zPaise, zSymbol } from './fields.ts';
import { zCandle } from './market-data.ts';

export const zReplayRule = z.enum(['entry_long', 'entry_short', 'exit_long', 'exit_short']);
export type ReplayRule = z.output<typeof zReplayRule>;

/** One closed bar: the candle, and what the rules made of it, in the order of `rules` and of `operands`. */
const zFrame = z.strictObject({
  candle: zCandle,
  /** When it closed: what is said here was known from then on. */
  closedAt: zMoment,
  /** `null` where the rule also asks what is held. */
  holds: z.array(z.boolean().nullable()),
  /** Rupees, shares or the indicator's own unit; `null` while an indicator has too few bars. */
  values: z.array(z.number().nullable()),
});
export type ReplayFrame = z.output<typeof zFrame>;

/** What was decided, refusals included, in its words and with all that it was decided by. */
const zDeed = zDecision.partial().required({ at: true, action: true, sentence: true });
export type ReplayDeed = z.output<typeof zDeed>;

/** A day by itself: nothing is held at its beginning, and what is held at its end counts at the last price. */
const zDayResult = z.strictObject({ trades: z.int(), netPnlPaise: zPaise });

export const zReplayDay = z.strictObject({
  /** Of my trick, or else of a back-test. */
  TricksId: zId.optional(),
  BacktestId: zId.optional(),
  name: z.string(),
  /** These two only of my trick. */
  version: z.int().optional(),
  badge: zBadge.optional(),
  symbol: z.string(),
  /** All that the trick trades; each can be asked for. */
  symbols: z.array(z.string()),
  interval: zInterval,
  day: zDate,
  /** The exchange days of the run before and after it. */
  previous_date: zDate.optional(),
  next_date: zDate.optional(),
  rules: z.array(z.strictObject({ rule: zReplayRule, text: z.string() })),
  operands: z.array(z.string()),
  /** Bars of the days before, in the units of this day; oldest first. */
  before: z.array(zCandle),
  /** Oldest first. */
  frames: z.array(zFrame),
  /** What the rules may be varied by, and the values that are shown here. */
  parameters: z.array(z.strictObject({ ...zParameter.shape, value: z.number() })),
  /**
   * Only where other values were asked for: decisions and executions are then those of the day by itself with them, and
   * this is its result, beside that of the day by itself with the values that ran.
   */
  changed: z.strictObject({ asRun: zDayResult, withChanges: zDayResult, afterCharges: z.boolean() }).optional(),
  /** What was decided about the instrument on the day, oldest first. */
  decisions: z.array(zDeed),
  /** What was executed, oldest first. */
  markers: z.array(zMarker),
  /**
   * Decisions are told from the trades of the back-test alone, at their executions and without what was refused: its run is
   * too long to be made again for a day, or the stored bars have changed since.
   */
  fromTrades: z.literal(true).optional(),
  /** The data in words. */
  data: z.string(),
  simulated: z.boolean(),
});
export type ReplayDay = z.output<typeof zReplayDay>;

/** Other values of the rules' parameters: what would the day have been with them? */
const zChanges = z.record(z.string().min(1).max(60), z.number()).optional();

export const replayday = call('replayday', {
  summary:
    'One exchange day of one of my tricks again, bar by bar: what each rule said and by which values, computed anew from the stored bars by the version that ran; and what it decided and did. Without a date the newest day. With `parameters` the same day by itself under other values.',
  input: z.strictObject({ TricksId: zId, date: zDate.optional(), symbol: zSymbol.optional(), parameters: zChanges }),
  output: z.strictObject({ replay: zReplayDay }),
  refusals: ['NOT_FOUND', 'NOTHING_TO_REPLAY', 'TRICK_TOO_COSTLY'],
});

export const replaybacktest = call('replaybacktest', {
  summary:
    'One day of a back-test that is done, bar by bar: what each rule said and by which values, computed anew from the stored bars; what it decided, refused entries included; and its trades of that day. Without a date the newest day. With `parameters` the same day by itself under other values.',
  input: z.strictObject({ BacktestId: zId, date: zDate.optional(), symbol: zSymbol.optional(), parameters: zChanges }),
  output: z.strictObject({ replay: zReplayDay }),
  refusals: ['NOT_FOUND', 'NOTHING_TO_REPLAY', 'TRICK_TOO_COSTLY'],
});

export const replayCalls = { replayday, replaybacktest };
