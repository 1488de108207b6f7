import { type IndiaDate, mulDiv, type Rounding, toSafePaise } from '@trickdesk/domain';
import { type ChargeSegment, RATE_SCALE, type RateClass, type ScheduleRow, scheduleOn } from './schedule.ts';
import { type BrokerTariff, brokerageOf, TARIFFS, type TariffName } from './tariffs.ts';

export type StatutoryRounding = 'paise' | 'rupee';

/** One executed order: all its fills together, because brokerage has its floor and cap for the order. */
export interface ChargedOrder {
  readonly tariff: TariffName;
  readonly exchange: 'NSE';
  /** `cash` when absent. */
  readonly segment?: ChargeSegment;
  readonly product: 'INTRADAY' | 'DELIVERY';
  readonly side: 'buy' | 'sell';
  /** Units, not lots. */
  readonly quantity: number;
  /** Average price for a unit, whole paise; an option's premium. */
  readonly pricePaise: number;
  readonly instrumentKind: 'equity' | 'etf';
  readonly date: IndiaDate;
  /** The depository debits a share once a day: `false` for the second and later delivery sale. `true` when absent. */
  readonly firstSellOfScripToday?: boolean;
  /**
   * `paise` for estimates (default), `rupee` as contract notes print it: securities transaction tax and stamp duty
   * both to the nearest rupee.
   */
  readonly sttRounding?: StatutoryRounding;
}

/** Whole paise; `totalPaise` is the sum of the others. */
export interface ChargeBreakdown {
  readonly brokeragePaise: number;
  readonly sttPaise: number;
  readonly exchangePaise: number;
  readonly ipftPaise: number;
  readonly sebiPaise: number;
  readonly stampPaise: number;
  readonly gstPaise: number;
  readonly dpPaise: number;
  readonly totalPaise: number;
}

/** The lines of a breakdown. */
export const CHARGE_KINDS = [
  'brokeragePaise',
  'sttPaise',
  'exchangePaise',
  'ipftPaise',
  'sebiPaise',
  'stampPaise',
  'gstPaise',
  'dpPaise',
] as const satisfies readonly (keyof ChargeBreakdown)[];

/** Orders that share one contract note, with the broker's tariff spelled out. */
export interface ChargedNote {
  readonly tariff: BrokerTariff;
  readonly schedule: ScheduleRow;
  readonly sttRounding: StatutoryRounding;
  readonly stampRounding: StatutoryRounding;
  readonly orders: readonly Omit<ChargedOrder, 'tariff' | 'exchange' | 'date' | 'sttRounding'>[];
}

/**
 * What one executed order costs on its day, each line rounded half up to the paisa.
 *
 * @throws RangeError when quantity or price is not a whole number of at least zero
 */
export function chargesForOrder(order: ChargedOrder): ChargeBreakdown {
  return roundTripCharges([order]);
}

/**
 * What several orders of one broker and one day cost on one contract note. Brokerage is rounded for each order; every
 * other line is one rate on the note's turnover, rounded once, which is how published round-trip examples are made.
 * So a note can differ from the sum of its orders by a paisa or two on a line.
 *
 * @throws RangeError when the list is empty, mixes brokers, days or roundings, or holds a number that is not whole
 */
export function roundTripCharges(orders: readonly ChargedOrder[]): ChargeBreakdown {
  const first = orders[0];
  if (!first) throw new RangeError('a contract note needs an order');
  const rounding = first.sttRounding ?? 'paise';
  for (const order of orders) {
    const same = order.tariff === first.tariff && order.date === first.date;
    if (!same || (order.sttRounding ?? 'paise') !== rounding) {
      throw new RangeError('a contract note has one broker, one day and one rounding');
    }
  }
  return chargesForNote({
    tariff: TARIFFS[first.tariff],
    schedule: scheduleOn(first.date),
    sttRounding: rounding,
    stampRounding: rounding,
    orders,
  });
}

/** The arithmetic behind both: numerators add up over the orders, each line is divided and rounded once. */
export function chargesForNote(note: ChargedNote): ChargeBreakdown {
  const sum = { brokerage: 0n, stt: 0n, exchange: 0n, ipft: 0n, sebi: 0n, stamp: 0n, dp: 0n };
  for (const order of note.orders) {
    const rateClass = rateClassOf(order);
    const rates = note.schedule.rates[rateClass];
    const turnover = wholeAmount(order.quantity, 'quantity') * wholeAmount(order.pricePaise, 'price');
    sum.brokerage += brokerageOf(note.tariff.brokerage[rateClass], turnover);
    sum.stt += turnover * sttRate(note.schedule, rateClass, order);
    sum.exchange += turnover * rates.exchange;
    sum.ipft += note.tariff.passesIpft ? turnover * rates.ipft : 0n;
    sum.sebi += turnover * note.schedule.sebi;
    sum.stamp += order.side === 'buy' ? turnover * rates.stampBuy : 0n;
    sum.dp += takesDpCharge(order, rateClass, turnover) ? note.tariff.dpPaise : 0n;
  }
  const line = (numerator: bigint) => mulDiv(numerator, 1n, RATE_SCALE, 'half_up');
  const exchange = line(sum.exchange);
  const ipft = line(sum.ipft);
  const sebi = line(sum.sebi);
  const stt = statutory(sum.stt, note.sttRounding);
  const stamp = statutory(sum.stamp, note.stampRounding);
  // GST falls on services only: never on the transaction tax or on stamp duty. It is worked out on the printed lines.
  const taxed = sum.brokerage + exchange + ipft + sebi + sum.dp;
  const gst = mulDiv(taxed, note.schedule.gst, RATE_SCALE, 'half_up');
  return {
    brokeragePaise: toSafePaise(sum.brokerage),
    sttPaise: toSafePaise(stt),
    exchangePaise: toSafePaise(exchange),
    ipftPaise: toSafePaise(ipft),
    sebiPaise: toSafePaise(sebi),
    stampPaise: toSafePaise(stamp),
    gstPaise: toSafePaise(gst),
    dpPaise: toSafePaise(sum.dp),
    totalPaise: toSafePaise(taxed + stt + stamp + gst),
  };
}

/**
 * Securities transaction tax on an option that is exercised: a share of its intrinsic value, paid by the holder.
 *
 * @param intrinsicPaise settlement price less strike (or the reverse for a put) for a unit
 * @returns whole paise, half up
 */
export function exerciseTaxPaise(intrinsicPaise: number, quantity: number, date: IndiaDate): number {
  const value = wholeAmount(intrinsicPaise, 'intrinsic value') * wholeAmount(quantity, 'quantity');
  return toSafePaise(mulDiv(value, scheduleOn(date).sttExercise, RATE_SCALE, 'half_up'));
}

type NoteOrder = ChargedNote['orders'][number];

function rateClassOf(order: NoteOrder): RateClass {
  if (order.segment === 'future' || order.segment === 'option') return order.segment;
  return order.product === 'DELIVERY' ? 'delivery' : 'intraday';
}

// Fund units have their own rate only when they are delivered; bought and sold on one day they are taxed like shares.
// The kind does not say whether a fund holds shares, so a gold or bond fund (no tax in law) is priced a little high.
function sttRate(schedule: ScheduleRow, rateClass: RateClass, order: NoteOrder): bigint {
  if (order.instrumentKind === 'etf' && rateClass === 'delivery') {
    return order.side === 'sell' ? schedule.sttEtfDeliverySell : 0n;
  }
  const rates = schedule.rates[rateClass];
  return order.side === 'sell' ? rates.sttSell : rates.sttBuy;
}

function takesDpCharge(order: NoteOrder, rateClass: RateClass, turnover: bigint): boolean {
  return rateClass === 'delivery' && order.side === 'sell' && turnover > 0n && order.firstSellOfScripToday !== false;
}

function statutory(numerator: bigint, rounding: StatutoryRounding): bigint {
  const mode: Rounding = 'half_up';
  if (rounding === 'paise') return mulDiv(numerator, 1n, RATE_SCALE, mode);
  return mulDiv(numerator, 1n, RATE_SCALE * 100n, mode) * 100n;
}

function wholeAmount(value: number, what: string): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${what} must be a whole number, at least zero`);
  return BigInt(value);
}
