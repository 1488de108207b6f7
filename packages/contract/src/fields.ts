import { INTERVALS } from '@trickdesk/domain';
import { z } from 'zod';

/** Field schemas that calls share. Wire names stay as the specification spells them. */

/** `TricksId`, `brokerId`, `notification_id` …: a positive whole number. */
export const zId = z.int().positive().max(2_147_483_647);
/** `brokerId` where 0 means all. */
export const zIdOrAll = z.int().min(0).max(2_147_483_647);
/** Whole paise; negative for a loss or a debit. */
export const zPaise = z.int();
export const zPositivePaise = z.int().positive().max(1_000_000_000_000);
/** A price in rupees, as brokers quote it. */
export const zRupees = z.number();
/** 1.5 means 1.5 %. */
export const zPercent = z.number();
/** ISO 8601 with an offset. */
export const zMoment = z.iso.datetime({ offset: true });
/** A day in Asia/Kolkata. */
export const zDate = z.iso.date();
export const zKey = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\x21-\x7e]+$/, 'Use letters, digits and signs without spaces.');
export const zFlag = z.union([z.literal(0), z.literal(1)]);
export const zInterval = z.enum(INTERVALS);
/** A lone surrogate is no character; PostgreSQL refuses it, and `\p{Surrogate}` finds it under the `u` flag. */
export const isStorable = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** What a person types: no control characters (PostgreSQL refuses NUL, logs refuse the others), no lone surrogates. */
export const zText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isStorable, 'This text has characters that cannot be stored.')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'This text has characters that cannot be stored.');
export const zFilledText = (max: number) => zText(max).pipe(z.string().min(1, 'This cannot be empty.'));
export const zSymbol = z.string().regex(/^[A-Z0-9&_-]{1,30}$/, 'Write the symbol as the exchange does, in capitals.');
export const zExchange = z.enum(['NSE', 'BSE', 'NFO', 'BFO', 'MCX', 'CDS']);

/** A request for a page of a list. */
export const pagingInput = (pageSize = 12) => ({
  pageNumber: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(100).default(pageSize),
  Search: zText(100).optional(),
});
/**
 * In which order a list comes: a name goes up, the same after a `-` down. Equal rows follow their ids, so that pages
 * never share a row, and what is empty stands last either way. Without it the list has an order of its own.
 */
export function zSort<const Name extends string>(...names: readonly Name[]) {
  return z.enum(names.flatMap((name) => [name, `-${name}` as const]));
}
/** What every list answers beside its rows. */
export const pagingOutput = { pageNumber: z.int(), pageSize: z.int(), total: z.int() };
export const dateRangeInput = { from_date: zDate.optional(), to_date: zDate.optional() };

export const zMode = z.enum(['Live', 'Test']);
/** 0 all, 1 running, 2 stopped, 3 halted, 4 exited or detached. */
export const zTrickStatus = z.int().min(0).max(4);
/** Which of the three badges a figure bears. Figures of different badges are never added up. */
export const zBadge = z.enum(['test', 'live_simulated', 'live']);
export type Badge = z.output<typeof zBadge>;
