import type { IndiaDate } from '@trickdesk/domain';
import type { ChargeBreakdown, ChargedOrder } from './charges.ts';
import { RATE_SCALE, type RateClass, type ScheduleRow, scheduleOn } from './schedule.ts';
import { SEBI_CAP, TARIFFS, type TariffName } from './tariffs.ts';

/** What one executed order costs, to be written to again and again. */
export type ChargeLines = { -readonly [Kind in keyof ChargeBreakdown]: ChargeBreakdown[Kind] };

export function noCharges(): ChargeLines {
  return {
    brokeragePaise: 0,
    sttPaise: 0,
    exchangePaise: 0,
    ipftPaise: 0,
    sebiPaise: 0,
    stampPaise: 0,
    gstPaise: 0,
    dpPaise: 0,
    totalPaise: 0,
  };
}

/** A rate in the lowest terms with an even denominator: 0.1 % is 1/1000. */
interface Share {
  readonly numerator: number;
  readonly denominator: number;
  /** Half the denominator: what is added to round to the nearest, and a half up. */
  readonly half: number;
}

type RatedOrder = Pick<ChargedOrder, 'tariff' | 'product' | 'side' | 'instrumentKind'>;

/**
 * The rates of one kind of cash order on the days of one schedule, ready for plain numbers. Products of a turnover and a
 * numerator stay whole numbers below 2⁵³, so each line is the one of `chargesForOrder` to the paisa; a property holds the
 * two against each other. A run charges some hundred thousand orders, and whole numbers of any size cost it most of that.
 */
export class OrderRates {
  /** The largest turnover that this is exact for, whole paise. */
  readonly exactUpToPaise: number;
  readonly #brokerage: Share;
  readonly #capPaise: number;
  readonly #floorPaise: number;
  readonly #legal: Share;
  readonly #stt: Share;
  readonly #exchange: Share;
  readonly #ipft: Share;
  readonly #sebi: Share;
  readonly #stamp: Share;
  readonly #gst: Share;
  readonly #dpPaise: number;

  constructor(schedule: ScheduleRow, { tariff, product, side, instrumentKind }: RatedOrder) {
    const rateClass: RateClass = product === 'DELIVERY' ? 'delivery' : 'intraday';
    const { brokerage, dpPaise, passesIpft } = TARIFFS[tariff];
    const rates = schedule.rates[rateClass];
    const rule = brokerage[rateClass];
    const isSale = side === 'sell';
    const isFund = instrumentKind === 'etf' && rateClass === 'delivery';
    const stt = isSale ? rates.sttSell : rates.sttBuy;
    this.#brokerage = shareOf(rule.rate);
    this.#capPaise = Number(rule.capPaise);
    this.#floorPaise = Number(rule.floorPaise);
    this.#legal = shareOf(SEBI_CAP);
    this.#stt = shareOf(isFund ? (isSale ? schedule.sttEtfDeliverySell : 0n) : stt);
    this.#exchange = shareOf(rates.exchange);
    this.#ipft = shareOf(passesIpft ? rates.ipft : 0n);
    this.#sebi = shareOf(schedule.sebi);
    this.#stamp = shareOf(isSale ? 0n : rates.stampBuy);
    this.#gst = shareOf(schedule.gst);
    this.#dpPaise = rateClass === 'delivery' && isSale ? Number(dpPaise) : 0;
    const shares = [this.#brokerage, this.#stt, this.#exchange, this.#ipft, this.#sebi, this.#stamp, this.#gst];
    const largest = Math.max(...shares.map(({ numerator }) => numerator));
    const half = Math.max(...shares.map((share) => share.half));
    // What is taxed is brokerage and fees: less than the turnover, or no more than its flat parts.
    this.exactUpToPaise = Math.floor((Number.MAX_SAFE_INTEGER - half) / largest) - this.#capPaise - this.#dpPaise;
  }

  /** @param turnoverPaise a whole number from 1 to `exactUpToPaise` */
  charge(turnoverPaise: number, takesDp: boolean, into: ChargeLines): void {
    const byRate = Math.min(halfUp(turnoverPaise, this.#brokerage), this.#capPaise);
    const brokeragePaise = Math.min(Math.max(byRate, this.#floorPaise), wholeShare(turnoverPaise, this.#legal));
    const sttPaise = halfUp(turnoverPaise, this.#stt);
    const exchangePaise = halfUp(turnoverPaise, this.#exchange);
    const ipftPaise = halfUp(turnoverPaise, this.#ipft);
    const sebiPaise = halfUp(turnoverPaise, this.#sebi);
    const stampPaise = halfUp(turnoverPaise, this.#stamp);
    const dpPaise = takesDp ? this.#dpPaise : 0;
    const taxed = brokeragePaise + exchangePaise + ipftPaise + sebiPaise + dpPaise;
    const gstPaise = halfUp(taxed, this.#gst);
    into.brokeragePaise = brokeragePaise;
    into.sttPaise = sttPaise;
    into.exchangePaise = exchangePaise;
    into.ipftPaise = ipftPaise;
    into.sebiPaise = sebiPaise;
    into.stampPaise = stampPaise;
    into.gstPaise = gstPaise;
    into.dpPaise = dpPaise;
    into.totalPaise = taxed + sttPaise + stampPaise + gstPaise;
  }
}

/** The rates of one broker and product; orders of one day ask for theirs again and again. */
export class RateCard {
  readonly #tariff: TariffName;
  readonly #product: ChargedOrder['product'];
  #date: IndiaDate = '';
  #schedule: ScheduleRow | undefined;
  /** By side and kind of instrument, as `placeOf` says. */
  #rates: (OrderRates | undefined)[] = [];

  constructor(tariff: TariffName, product: ChargedOrder['product']) {
    this.#tariff = tariff;
    this.#product = product;
  }

  ratesOn(date: IndiaDate, side: ChargedOrder['side'], instrumentKind: ChargedOrder['instrumentKind']): OrderRates {
    if (date !== this.#date) this.#turnTo(date);
    const place = placeOf(side, instrumentKind);
    const known = this.#rates[place];
    if (known) return known;
    const order = { tariff: this.#tariff, product: this.#product, side, instrumentKind };
    const made = new OrderRates(this.#schedule ?? scheduleOn(date), order);
    this.#rates[place] = made;
    return made;
  }

  #turnTo(date: IndiaDate): void {
    const schedule = scheduleOn(date);
    if (schedule !== this.#schedule) this.#rates = [];
    this.#schedule = schedule;
    this.#date = date;
  }
}

function placeOf(side: ChargedOrder['side'], instrumentKind: ChargedOrder['instrumentKind']): number {
  return (side === 'buy' ? 0 : 1) + (instrumentKind === 'equity' ? 0 : 2);
}

function shareOf(rate: bigint): Share {
  const lowest = commonDivisor(rate, RATE_SCALE);
  const common = (RATE_SCALE / lowest) % 2n === 0n ? lowest : lowest / 2n;
  const denominator = Number(RATE_SCALE / common);
  return { numerator: Number(rate / common), denominator, half: denominator / 2 };
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}

/**
 * Below 2⁵³ the quotient of two whole numbers is never rounded up to the next whole one: that is at least a part of the
 * denominator away, and rounding moves it by less.
 */
function wholeShare(amount: number, { numerator, denominator }: Share): number {
  return Math.floor((amount * numerator) / denominator);
}

/** Without asking whether the rest is a half: no processor guesses that. */
function halfUp(amount: number, { numerator, denominator, half }: Share): number {
  return Math.floor((amount * numerator + half) / denominator);
}
