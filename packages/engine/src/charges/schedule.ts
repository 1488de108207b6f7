import type { IndiaDate } from '@trickdesk/domain';

/** Rates are whole numbers of 1/10,000,000,000: 0.1 % is 10_000_000n, 0.0000001 % is 10n. */
export const RATE_SCALE = 10_000_000_000n;

/** `percent('0.0030699')` → 306990n. Text, because a float would not carry the rate exactly. */
export function percent(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,8}))?$/.exec(text);
  if (!match) throw new RangeError(`not a percentage with at most eight decimals: ${text}`);
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(8, '0')}`);
}

export type ChargeSegment = 'cash' | 'future' | 'option';
/** What a rate table tells apart: cash by product, derivatives by kind. */
export type RateClass = 'delivery' | 'intraday' | 'future' | 'option';

export interface ClassRates {
  readonly sttBuy: bigint;
  readonly sttSell: bigint;
  /** The exchange's transaction charge, both sides. */
  readonly exchange: bigint;
  /** Investor protection fund trust, both sides. */
  readonly ipft: bigint;
  /** Stamp duty, on the buyer. */
  readonly stampBuy: bigint;
}

export interface ScheduleRow {
  /** First and last day of the row, both included; the last row is open. */
  readonly effectiveFrom: IndiaDate;
  readonly effectiveTo?: IndiaDate;
  readonly rates: Readonly<Record<RateClass, ClassRates>>;
  /** On a delivery sale of fund units instead of the share's rate; their purchase pays none. */
  readonly sttEtfDeliverySell: bigint;
  /** On the intrinsic value of an exercised option, paid by its holder. */
  readonly sttExercise: bigint;
  readonly sebi: bigint;
  readonly gst: bigint;
}

const STAMP = {
  delivery: percent('0.015'),
  intraday: percent('0.003'),
  future: percent('0.002'),
  option: percent('0.003'),
};
const SEBI = percent('0.0001');
const GST = percent('18');
const ETF_SELL = percent('0.001');
const CASH_STT = {
  delivery: { sttBuy: percent('0.1'), sttSell: percent('0.1') },
  intraday: { sttBuy: 0n, sttSell: percent('0.025') },
};

interface Fee {
  readonly exchange: string;
  readonly ipft: string;
}

function ratesOf(
  stt: { future: string; option: string },
  fees: { cash: Fee; future: Fee; option: Fee },
): ScheduleRow['rates'] {
  const fee = (of: Fee) => ({ exchange: percent(of.exchange), ipft: percent(of.ipft) });
  return {
    delivery: { ...CASH_STT.delivery, ...fee(fees.cash), stampBuy: STAMP.delivery },
    intraday: { ...CASH_STT.intraday, ...fee(fees.cash), stampBuy: STAMP.intraday },
    future: { sttBuy: 0n, sttSell: percent(stt.future), ...fee(fees.future), stampBuy: STAMP.future },
    option: { sttBuy: 0n, sttSell: percent(stt.option), ...fee(fees.option), stampBuy: STAMP.option },
  };
}

// Until 30 September 2024 the exchange charged by a member's volume slab; no member's slab is public, so the
// dearest slab stands for cash, and for derivatives the oldest uniform fee that is documented.
const SLAB_FEES = {
  cash: { exchange: '0.00345', ipft: '0' },
  future: { exchange: '0.00173', ipft: '0.0001' },
  option: { exchange: '0.03503', ipft: '0.0005' },
};
const UNIFORM_FEES = {
  cash: { exchange: '0.00297', ipft: '0.0001' },
  future: { exchange: '0.00173', ipft: '0.0001' },
  option: { exchange: '0.03503', ipft: '0.0005' },
};
/** Re-cut on 1 March 2026; the sums of fee and fund contribution stayed what they were. */
const RECUT_FEES = {
  cash: { exchange: '0.0030699', ipft: '0.0000001' },
  future: { exchange: '0.0018299', ipft: '0.0000001' },
  option: { exchange: '0.03552', ipft: '0.00001' },
};

const COMMON = { sttEtfDeliverySell: ETF_SELL, sebi: SEBI, gst: GST };

/** NSE, oldest first, without gaps. A change of a rate is a new row, never an edit of an old one. */
export const NSE_SCHEDULE: readonly ScheduleRow[] = [
  {
    effectiveFrom: '2020-07-01',
    effectiveTo: '2023-03-31',
    rates: ratesOf({ future: '0.01', option: '0.05' }, SLAB_FEES),
    sttExercise: percent('0.125'),
    ...COMMON,
  },
  {
    effectiveFrom: '2023-04-01',
    effectiveTo: '2024-09-30',
    rates: ratesOf({ future: '0.0125', option: '0.0625' }, SLAB_FEES),
    sttExercise: percent('0.125'),
    ...COMMON,
  },
  {
    effectiveFrom: '2024-10-01',
    effectiveTo: '2026-02-28',
    rates: ratesOf({ future: '0.02', option: '0.1' }, UNIFORM_FEES),
    sttExercise: percent('0.125'),
    ...COMMON,
  },
  {
    effectiveFrom: '2026-03-01',
    effectiveTo: '2026-03-31',
    rates: ratesOf({ future: '0.02', option: '0.1' }, RECUT_FEES),
    sttExercise: percent('0.125'),
    ...COMMON,
  },
  {
    effectiveFrom: '2026-04-01',
    rates: ratesOf({ future: '0.05', option: '0.15' }, RECUT_FEES),
    sttExercise: percent('0.15'),
    ...COMMON,
  },
];

/**
 * The row of a day. A day before the first row gets the first row: those are the oldest rates that are documented, and
 * an estimate with them is nearer than none.
 */
export function scheduleOn(date: IndiaDate): ScheduleRow {
  let row = NSE_SCHEDULE[0];
  for (const next of NSE_SCHEDULE) if (next.effectiveFrom <= date) row = next;
  if (!row) throw new RangeError('the schedule has no rows');
  return row;
}
