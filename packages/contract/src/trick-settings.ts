import { z } from 'zod';
import { zPositivePaise } from './fields.ts';

/** What an owner sets of how a trick trades; `null` takes a limit away, and what is not named stays. */
export const tradingSettings = {
  capitalPaise: zPositivePaise.optional(),
  quantityMultiplier: z.int().min(1).max(100).optional(),
  maxLossPerDayPaise: zPositivePaise.nullable().optional(),
  maxTradesPerDay: z.int().min(1).max(100).nullable().optional(),
  squareOff: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time as HH:MM.')
    .nullable()
    .optional(),
};

/** SHA-256 over the contract, the version and the settings of a trick. */
export const zContractHash = z.string().regex(/^[0-9a-f]{64}$/, 'Send the contractHash that golivecheck has answered.');
