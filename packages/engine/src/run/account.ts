import { type EpochMs, type IndiaDate, indiaDateOf, indiaDayNumber } from '@trickdesk/domain';
import { CHARGE_KINDS, type ChargeLines, chargesForOrder, noCharges, RateCard } from '../charges/index.ts';
import type { BaseRun } from './base-run.ts';
import { signOf } from './prices.ts';
import type { OpenPosition, OrderIntent, RunConfig, Side } from './types.ts';

/**
 * Value of intraday positions for each rupee of cash. SEBI's peak-margin rules have asked at least 20 % of the value
 * of an intraday equity position since September 2021, so a broker may lend to five times and no further.
 */
export const INTRADAY_LEVERAGE = 5;

/**
 * More than any order costs: 2.5 % of its value is SEBI's ceiling on brokerage, the rest with its taxes is under 1 %, and
 * flat fees stay under ₹100. Where cash covers even this, the exact charges need not be worked out to know that it does.
 */
const CHARGES_SHARE_AT_MOST = 0.04;
const CHARGES_FLAT_AT_MOST_PAISE = 100_00;

interface ChargedFill {
  readonly side: Side;
  readonly quantity: number;
  readonly pricePaise: number;
  readonly at: EpochMs;
  /** Whether the depository's fee falls on it; absent: on the day's first sale. */
  readonly isFirstSale?: boolean;
}

/** An entry that is to be paid for. */
export type WantedEntry = Pick<ChargedFill, 'side' | 'quantity' | 'pricePaise' | 'at'>;

interface GrowingOrder {
  readonly side: Side;
  /** Of its first fill. */
  readonly at: EpochMs;
  readonly isFirstSale: boolean;
  /** Value of what was executed before and with the new part. */
  readonly beforePaise: number;
  readonly afterPaise: number;
}

const NO_CHARGES: ChargeLines = Object.freeze(noCharges());

/** Cash of one run, shared by its bases, and what its orders cost. Whole paise. */
export class Account {
  cashPaise: number;
  realisedPaise = 0;
  chargesPaise = 0;
  trades = 0;
  /** Cash that left with delivery positions which their owner took over. */
  detachedPaise = 0;
  readonly isDelivery: boolean;
  readonly #config: RunConfig;
  /** By kind, since this object was made; not part of the stored state. */
  readonly #booked = noCharges();
  #hasBooked = false;
  #day = Number.NaN;
  #date: IndiaDate = '';
  /** Absent where nothing is charged. */
  readonly #card: RateCard | undefined;
  /** Of the order at hand, until the next one is asked for. */
  readonly #lines = noCharges();

  constructor(config: RunConfig) {
    this.#config = config;
    this.cashPaise = config.settings.capitalPaise;
    const { costs, strategy } = config;
    this.isDelivery = strategy.definition.product === 'DELIVERY';
    this.#card = costs === 'none' ? undefined : new RateCard(costs, strategy.definition.product);
  }

  /** Value of positions for each rupee of cash, at most. */
  get reach(): number {
    return this.isDelivery ? 1 : INTRADAY_LEVERAGE;
  }

  /** Of all orders since this object was made; not part of the stored state. */
  get chargesByKind(): Readonly<Record<string, number>> {
    if (!this.#hasBooked) return {};
    return Object.fromEntries(CHARGE_KINDS.map((kind) => [kind, this.#booked[kind]]));
  }

  /** Charges of an executed order of this base at its day's rates. */
  chargesOf(base: BaseRun, fill: ChargedFill): number {
    return this.#linesOf(base, fill).totalPaise;
  }

  /** Takes the charges of a fill from the cash. */
  charge(base: BaseRun, fill: ChargedFill): number {
    const lines = this.#linesOf(base, fill);
    this.#book(lines, 1);
    return lines.totalPaise;
  }

  /**
   * Takes what an order costs more now that it has grown. It is charged as one order of its whole value, so that floor
   * and cap of the brokerage, and the depository's fee, fall on it once.
   */
  chargeGrowth(base: BaseRun, order: GrowingOrder): number {
    const { side, at, isFirstSale } = order;
    // Rates apply to the value: one unit at that price is the same turnover, and no average is rounded.
    const ofValue = (valuePaise: number): ChargedFill => ({
      side,
      at,
      isFirstSale,
      quantity: valuePaise === 0 ? 0 : 1,
      pricePaise: valuePaise,
    });
    const before = this.#linesOf(base, ofValue(order.beforePaise));
    const beforePaise = before.totalPaise;
    this.#book(before, -1);
    const after = this.#linesOf(base, ofValue(order.afterPaise));
    this.#book(after, 1);
    return after.totalPaise - beforePaise;
  }

  #book(lines: ChargeLines, sign: 1 | -1): void {
    if (lines === NO_CHARGES) return;
    const booked = this.#booked;
    this.#hasBooked = true;
    booked.brokeragePaise += sign * lines.brokeragePaise;
    booked.sttPaise += sign * lines.sttPaise;
    booked.exchangePaise += sign * lines.exchangePaise;
    booked.ipftPaise += sign * lines.ipftPaise;
    booked.sebiPaise += sign * lines.sebiPaise;
    booked.stampPaise += sign * lines.stampPaise;
    booked.gstPaise += sign * lines.gstPaise;
    booked.dpPaise += sign * lines.dpPaise;
    this.cashPaise -= sign * lines.totalPaise;
    this.chargesPaise += sign * lines.totalPaise;
  }

  /** The Indian date of a moment; orders of one day ask again and again. */
  dateOf(at: EpochMs): IndiaDate {
    const day = indiaDayNumber(at);
    if (day !== this.#day) {
      this.#day = day;
      this.#date = indiaDateOf(at);
    }
    return this.#date;
  }

  /** What an order costs by kind, until the next one is asked for. */
  #linesOf(base: BaseRun, fill: ChargedFill): ChargeLines {
    const { side, quantity, pricePaise } = fill;
    if (!this.#card || quantity === 0) return NO_CHARGES;
    const date = this.dateOf(fill.at);
    const isFirstSale = fill.isFirstSale ?? base.soldOn !== date;
    const turnoverPaise = quantity * pricePaise;
    const rates = this.#card.ratesOn(date, side, base.facts.kind);
    const isWhole = Number.isSafeInteger(quantity) && Number.isSafeInteger(pricePaise) && quantity > 0;
    if (!isWhole || !(turnoverPaise > 0 && turnoverPaise <= rates.exactUpToPaise)) {
      return this.#anyLinesOf(base, fill, isFirstSale);
    }
    rates.charge(turnoverPaise, isFirstSale, this.#lines);
    return this.#lines;
  }

  /** Of amounts that plain numbers do not carry, too. */
  #anyLinesOf(base: BaseRun, { side, quantity, pricePaise, at }: ChargedFill, isFirstSale: boolean): ChargeLines {
    const { costs, strategy } = this.#config;
    if (costs === 'none') return NO_CHARGES;
    return chargesForOrder({
      tariff: costs,
      exchange: base.facts.exchange,
      product: strategy.definition.product,
      side,
      quantity,
      pricePaise,
      instrumentKind: base.facts.kind,
      date: this.dateOf(at),
      firstSellOfScripToday: isFirstSale,
    });
  }

  /** Cash that an entry binds: all of it for delivery, the margin intraday. */
  boundPaise(quantity: number, pricePaise: number): number {
    return boundPaise(this.isDelivery, quantity * pricePaise);
  }

  /** Cash that is not bound by open intraday positions or promised to other bases' waiting entries. */
  availablePaise(bases: readonly BaseRun[], forBase: BaseRun): number {
    let free = this.cashPaise;
    for (const base of bases) {
      const { position } = base;
      const leaves = base === forBase && base.pendingExit() !== undefined;
      if (position && !this.isDelivery && !leaves) free -= this.boundPaise(position.quantity, position.entryPaise);
      if (base !== forBase) free -= this.#promisedPaise(base);
    }
    return free;
  }

  #promisedPaise(base: BaseRun): number {
    let promised = 0;
    for (const intent of base.pending) {
      if (intent.purpose !== 'entry') continue;
      const { id, side, at, referencePaise } = intent;
      const filled = base.progress.get(id)?.filledQuantity ?? 0;
      promised += this.costPaise(base, { side, at, quantity: intent.quantity - filled }, referencePaise);
    }
    return promised;
  }

  /** Bound cash and charges of an entry at a price. */
  costPaise(base: BaseRun, intent: Pick<OrderIntent, 'side' | 'quantity' | 'at'>, pricePaise: number): number {
    const { side, quantity, at } = intent;
    return this.boundPaise(quantity, pricePaise) + this.chargesOf(base, { side, quantity, at, pricePaise });
  }

  /** The largest quantity in whole lots, up to the one of the order, that an amount of cash pays with its charges. */
  affordable(base: BaseRun, order: WantedEntry, cashPaise: number): number {
    const { side, pricePaise, at, quantity: wanted } = order;
    const bound = this.boundPaise(wanted, pricePaise);
    const atMost = wanted * pricePaise * CHARGES_SHARE_AT_MOST + CHARGES_FLAT_AT_MOST_PAISE;
    if (bound + atMost <= cashPaise) return wanted;
    const asked = { quantity: wanted, pricePaise, lotSize: base.facts.lotSize, isDelivery: this.isDelivery };
    return paidQuantity(asked, cashPaise, (quantity) => this.chargesOf(base, { side, at, pricePaise, quantity }));
  }

  /** Own money at work: cash, and open delivery positions at cost. What sizing takes its share of. */
  capitalPaise(bases: readonly BaseRun[]): number {
    let capital = this.cashPaise;
    if (!this.isDelivery) return capital;
    for (const { position } of bases) if (position) capital += openCostPaise(position);
    return capital;
  }

  /** Cash, and open positions at the last price seen. */
  equityPaise(bases: readonly BaseRun[]): number {
    let equity = this.cashPaise;
    for (const base of bases) {
      const { position } = base;
      if (!position) continue;
      const last = base.marketPaise();
      const gained = signOf(position.direction) * (last - position.entryPaise);
      equity += position.quantity * (this.isDelivery ? last : gained);
    }
    return equity;
  }
}

/** What of an order's value it binds: all of it for delivery, the margin intraday. */
export function boundPaise(isDelivery: boolean, valuePaise: number): number {
  return isDelivery ? valuePaise : Math.ceil(valuePaise / INTRADAY_LEVERAGE);
}

/** Whole lots of an order, up to all of it, that an amount of cash pays with what they bind and their charges. */
export function paidQuantity(
  order: Pick<WantedEntry, 'quantity' | 'pricePaise'> & { readonly lotSize: number; readonly isDelivery: boolean },
  cashPaise: number,
  chargesPaise: (quantity: number) => number,
): number {
  const { quantity, pricePaise, lotSize, isDelivery } = order;
  if (boundPaise(isDelivery, quantity * pricePaise) + chargesPaise(quantity) <= cashPaise) return quantity;
  const unit = boundPaise(isDelivery, 1_000_000 * pricePaise) / 1_000_000;
  const beforeCharges = Math.max(0, Math.min(quantity, Math.floor(cashPaise / unit)));
  // Charges grow with the quantity, so what is left after those of the larger quantity is enough for the smaller one.
  const left = cashPaise - chargesPaise(beforeCharges) - 1;
  return wholeLots(Math.max(0, Math.floor(left / unit)), lotSize);
}

/** What the units of a position that are still held cost (short: brought). */
export function openCostPaise({ amounts, quantity, entryPaise }: OpenPosition): number {
  return amounts ? amounts.enteredPaise - amounts.releasedPaise : quantity * entryPaise;
}

export function wholeLots(quantity: number, lotSize: number): number {
  return Math.floor(quantity / lotSize) * lotSize;
}
