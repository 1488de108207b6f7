import { z } from 'zod';
import { zGivenPassword } from './accounts.ts';
import { call } from './call.ts';
import { zMoment } from './fields.ts';
import { STEP_UP_REFUSALS, stepUpInput } from './security.ts';

/** Where a copy is fetched: `GET`, with the bearer token of whoever asked for it, once. */
export const DATA_COPY_PATH = '/userapi/datacopies';
/** The header of its answer that says how many rows it has. */
export const DATA_COPY_ROWS_HEADER = 'x-copy-rows';
/** Copies that a person may ask for within a day. */
export const DATA_COPIES_A_DAY = 5;

export const exportmydata = call('exportmydata', {
  summary:
    'Opens the way to a copy of everything that is kept about the caller: a JSON file, fetched once at `path` with the same bearer token.',
  input: z.strictObject({ password: zGivenPassword, ...stepUpInput }),
  output: z.strictObject({
    copyId: z.uuid(),
    path: z.string(),
    fileName: z.string(),
    /** The way closes then. */
    expiresAt: zMoment,
  }),
  refusals: ['WRONG_PASSWORD', ...STEP_UP_REFUSALS, 'DATA_COPIES_USED_UP'],
});

/** What can stand against the deletion of an account. */
export const ERASURE_OBSTACLES = [
  'TRICKS_RUNNING',
  'POSITIONS_OPEN',
  'BASKETS_HELD',
  'ORDERS_UNDER_WAY',
  'BROKER_POSITIONS',
  'WALLET_HOLDS_MONEY',
  'PAYMENT_UNDER_WAY',
  'REFUND_UNDER_WAY',
  'WITHDRAWAL_UNDER_WAY',
  'LEGAL_HOLD',
] as const;
export type ErasureObstacle = (typeof ERASURE_OBSTACLES)[number];

/** What law makes us keep, and for how many years after the account is deleted. */
export const KEPT_YEARS = { invoices: 8, orders: 5, identity: 5, log: 5 } as const;
export const KEPT_RECORDS = [
  'invoices',
  'orders',
  'identity',
  'log',
] as const satisfies readonly (keyof typeof KEPT_YEARS)[];
export type KeptRecord = (typeof KEPT_RECORDS)[number];

const zKept = z.strictObject({
  what: z.enum(KEPT_RECORDS),
  /** Rows of this account. */
  count: z.int().min(0),
  years: z.int().positive(),
});

export const previewdeletion = call('previewdeletion', {
  summary: 'What stands against the deletion of the caller’s account, all of it at once, and what would be kept.',
  input: z.strictObject({}),
  output: z.strictObject({
    obstacle_list: z.array(
      z.strictObject({
        code: z.enum(ERASURE_OBSTACLES),
        /** How many of them, or how many paise. */
        count: z.int().positive(),
        /** What it is and what to do about it. */
        sentence: z.string(),
        /** The page on which it is mended; absent where the caller cannot mend it. */
        link: z.string().optional(),
      }),
    ),
    kept_list: z.array(zKept),
  }),
});

export const deleteaccount = call('deleteaccount', {
  summary:
    'Erases the caller’s account for good and ends all of its sessions. What law makes us keep stays under a number that names nobody.',
  input: z.strictObject({ password: zGivenPassword, ...stepUpInput }),
  output: z.strictObject({ erasedAt: zMoment, kept_list: z.array(zKept) }),
  refusals: ['WRONG_PASSWORD', ...STEP_UP_REFUSALS, 'ERASURE_BLOCKED'],
});

export const ownDataCalls = { exportmydata, previewdeletion, deleteaccount };
