import { z } from 'zod';
import { call } from './call.ts';
import { zBadge, zId, zMoment } from './fields.ts';

/** Why a trick will not trade today, and what mends it. */
export const zReadinessCause = z.strictObject({
  code: z.string(),
  sentence: z.string(),
  /** Where the cause is mended; absent where nothing but time or an operator mends it. */
  action: z.strictObject({ label: z.string(), to: z.string() }).optional(),
});
export type ReadinessCauseWire = z.output<typeof zReadinessCause>;

export const zTrickReadiness = z.strictObject({
  TricksId: zId,
  name: z.string(),
  badge: zBadge,
  verdict: z.enum(['will_trade', 'will_not']),
  /** Empty where it will trade. */
  causes: z.array(zReadinessCause),
  /** Whether a stop rests at the broker for what is held now. */
  stop: z.strictObject({ rests: z.boolean(), needed: z.boolean(), why: z.string() }),
});
export type TrickReadiness = z.output<typeof zTrickReadiness>;

const zCounts = z.strictObject({ willTrade: z.int(), willNot: z.int() });

/** Test and live are counted apart. */
export const zReadinessSummary = z.strictObject({
  live: zCounts,
  test: zCounts,
  /** What stands in the way of most, live tricks first; tricks that simply do not run are left out. */
  causes: z.array(
    zReadinessCause.extend({
      /** How many tricks of each mode it keeps from trading. */
      live: z.int(),
      test: z.int(),
      /** Of the first of them. */
      trickName: z.string(),
    }),
  ),
});
export type ReadinessSummary = z.output<typeof zReadinessSummary>;

export const readiness = call('readiness', {
  summary: 'Which of my tricks will trade today, and why the others will not.',
  input: z.strictObject({}),
  output: z.strictObject({
    day: z.strictObject({
      /** By the exchange's clock; absent before the first price. */
      now: zMoment.optional(),
      opensAt: zMoment.optional(),
      closesAt: zMoment.optional(),
      /** What kind of day it is, in words. */
      sentence: z.string(),
    }),
    summary: zReadinessSummary,
    trick_list: z.array(zTrickReadiness),
  }),
});

export const readinessCalls = { readiness };
