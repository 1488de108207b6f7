import { INTERVALS, parseTimeOfDay } from '@trickdesk/domain';
import { z } from 'zod';
import { checkDefinition } from './rules.ts';

const zTime = z
  .string()
  .refine((text) => parseTimeOfDay(text) !== undefined, { message: 'expected a time of day in India like 09:20' });
const zExpressionText = z.string().trim().min(1, 'expected a condition here').max(2_000);
const zPercent = z.number().positive().max(100);
const zRupees = z.number().positive().max(1_000_000);
const zBars = z.number().int().min(1).max(10_000);
const zAtrLength = z.number().int().min(1).max(500);

const zPercentLevel = z.strictObject({ kind: z.literal('percent'), percent: zPercent });
const zPointsLevel = z.strictObject({ kind: z.literal('points'), points: zRupees });
const zAtrLevel = z.strictObject({
  kind: z.literal('atr'),
  multiple: z.number().positive().max(100),
  length: zAtrLength,
});
/** Away from the entry price: a share of it, rupees, a multiple of the average true range, or a price of its own. */
const zLevel = z.discriminatedUnion(
  'kind',
  [zPercentLevel, zPointsLevel, zAtrLevel, z.strictObject({ kind: z.literal('price'), price: zExpressionText })],
  { error: 'expected a level of kind "percent", "points", "atr" or "price"' },
);
const zTrailing = z.discriminatedUnion('kind', [zPercentLevel, zPointsLevel, zAtrLevel], {
  error: 'expected a trail of kind "percent", "points" or "atr"',
});

const zSizing = z.discriminatedUnion(
  'method',
  [
    z.strictObject({ method: z.literal('fixed_quantity'), quantity: z.number().int().min(1).max(10_000_000) }),
    /** Buys for this share of the capital; over 100 only intraday, where the broker asks a part of the value. */
    z.strictObject({ method: z.literal('capital_share'), percent: z.number().positive().max(500) }),
    /** As many as lose this share of the capital when the stop is hit. */
    z.strictObject({ method: z.literal('risk_per_trade'), percent: zPercent }),
    /** As many as move by this share of the capital in a year, going by the returns of the last `length` bars. */
    z.strictObject({
      method: z.literal('volatility_target'),
      percent: zPercent,
      length: z.number().int().min(5).max(500),
    }),
  ],
  { error: 'expected a method "fixed_quantity", "capital_share", "risk_per_trade" or "volatility_target"' },
);

const zParameter = z.strictObject({
  default: z.number(),
  min: z.number(),
  max: z.number(),
  step: z.number().positive(),
  label: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[^\p{Control}\p{Surrogate}]*$/u, 'expected letters, digits and signs')
    .optional(),
});

const zBothWays = z.strictObject({ long: zExpressionText.optional(), short: zExpressionText.optional() });

/**
 * A strategy as it is stored, edited and run. Conditions are text; `parseDefinition` makes that text canonical.
 * Percentages are 0–100, `points` are rupees, money is whole paise, times are `HH:MM` in India.
 */
const definitionShape = z.strictObject({
  format: z.literal(1),
  instruments: z
    .array(z.strictObject({ exchange: z.string(), symbol: z.string().trim().min(1).max(30) }))
    .min(1, 'expected at least one instrument')
    .max(50, 'a strategy trades at most 50 instruments'),
  interval: z.enum(INTERVALS),
  product: z.enum(['INTRADAY', 'DELIVERY']),
  direction: z.enum(['long', 'short', 'both']),
  session: z.strictObject({
    entryFrom: zTime,
    entryTo: zTime,
    squareOff: zTime.optional(),
    /** 1 Monday to 7 Sunday; special sessions fall on weekends. */
    weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  }),
  entry: zBothWays,
  exit: zBothWays.default({}),
  risk: z
    .strictObject({
      stopLoss: zLevel.optional(),
      target: zLevel.optional(),
      trailing: zTrailing.optional(),
      maxTradesPerDay: z.number().int().min(1).max(1_000).optional(),
      maxLossPerDayPaise: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      /** Of all instruments together; waiting entries count. */
      maxOpenPositions: z.number().int().min(1).max(50).optional(),
      cooldownBars: zBars.optional(),
      maxHoldBars: zBars.optional(),
    })
    .default({}),
  sizing: zSizing,
  parameters: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_]{0,29}$/, 'a parameter is named in small letters, digits and _'),
      zParameter,
    )
    .default({}),
});

/** The schema that the builder edits and every server call checks: shape and all rules across fields. */
export const strategyDefinition = definitionShape.superRefine((definition, context) => {
  for (const problem of checkDefinition(definition)) {
    context.addIssue({
      code: 'custom',
      path: [...problem.path],
      message: problem.message,
      ...(problem.at ? { params: { at: problem.at } } : {}),
    });
  }
});

export type StrategyDefinition = z.infer<typeof definitionShape>;
export type StrategyDefinitionInput = z.input<typeof definitionShape>;
export type LevelRule = z.infer<typeof zLevel>;
export type TrailingRule = z.infer<typeof zTrailing>;
export type SizingRule = z.infer<typeof zSizing>;
export type StrategyParameter = z.infer<typeof zParameter>;
