import { z } from 'zod';
import { zDate, zPaise, zPercent } from './fields.ts';

/** Sets of parameters that one back-test may try. */
export const MOST_COMBINATIONS = 100;
/** Sets of parameters × instruments. */
export const MOST_SWEPT_RUNS = 500;

/** Values to try by the name of the trick's parameter; every combination of them is run. */
export const zSweep = z
  .record(z.string().min(1).max(60), z.array(z.number()).min(1).max(MOST_COMBINATIONS))
  .refine((sweep) => Object.keys(sweep).length > 0, 'Name a parameter and its values, or leave it out.');

/** What a trick lets one vary. */
export const zParameter = z.strictObject({
  name: z.string(),
  label: z.string().optional(),
  default: z.number(),
  min: z.number(),
  max: z.number(),
  step: z.number(),
});
export type SweepParameter = z.output<typeof zParameter>;

/** All sets of parameters that were tried. Everything else in the report is of the best: the highest Sharpe ratio. */
export const zBacktestSweep = z.strictObject({
  parameters: z.array(z.strictObject({ name: z.string(), label: z.string().optional(), values: z.array(z.number()) })),
  combinations: z.array(
    z.strictObject({
      /** In the order of `parameters`. */
      values: z.array(z.number()),
      netPnlPaise: zPaise,
      returnPercent: zPercent,
      trades: z.int(),
      sharpe: z.number().optional(),
      maxDrawdownPercent: zPercent,
    }),
  ),
  /** Place of the best in `combinations`. */
  best: z.int(),
  /**
   * Those that differ from the best by one step at most; absent where there is none that traded. `gaining` ended with
   * more than they began with, after charges.
   */
  neighbours: z.strictObject({ count: z.int(), gaining: z.int(), dropPercent: zPercent.optional() }).optional(),
  /** Chosen anew on past days, tried on the days after; absent where there are too few days. */
  walkForward: z
    .strictObject({
      inSampleDailyPercent: zPercent.optional(),
      outOfSampleDailyPercent: zPercent,
      gainingPeriods: z.int(),
      periods: z.array(
        z.strictObject({
          fitted_from: zDate,
          fitted_to: zDate,
          from_date: zDate,
          to_date: zDate,
          /** Absent where no combination traded: then nothing was traded after. */
          values: z.array(z.number()).optional(),
          inSampleDailyPercent: zPercent.optional(),
          outOfSampleDailyPercent: zPercent,
        }),
      ),
    })
    .optional(),
});
export type BacktestSweep = z.output<typeof zBacktestSweep>;
