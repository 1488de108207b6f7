import type { IndiaDate } from '@trickdesk/domain';
import { driftBps } from '@trickdesk/engine';
import type { ValueDay } from '../returns.ts';
import { FOUR_YEARS, SESSIONS } from './four-years.ts';
import { eveningOf, momentAt, YearsBasket, type YearsRun } from './years-basket.ts';
import { YearsMarket } from './years-market.ts';
import { YearsOwner } from './years-owner.ts';

const MOST_LOOKS = 120;
const LOOK_SECONDS = 20;
const AFTER_OPEN_SECONDS = 5 * 60;
const SPLIT_INTO = 5;

/** Looks at a basket after each session. */
export interface Watch {
  readonly afterSession: (years: BasketYears, day: IndiaDate) => void;
  readonly afterRun: (years: BasketYears, run: YearsRun, day: IndiaDate) => void;
}

/** One basket through the sessions of four years, or of those from its opening until its owner sells all of it. */
export class BasketYears {
  readonly seed: number;
  readonly market: YearsMarket;
  readonly basket: YearsBasket;
  readonly owner: YearsOwner;
  /** At each close, by its own book. */
  readonly values: ValueDay[] = [];
  readonly days: readonly IndiaDate[];
  /** Days on which the SIP was active from the morning on, and the holding open. */
  readonly sipDays = new Set<IndiaDate>();
  readonly #watch: Watch;
  #sipSince = '';

  constructor(seed: number, watch: Watch) {
    this.seed = seed;
    this.#watch = watch;
    this.market = new YearsMarket(seed, SESSIONS);
    this.basket = new YearsBasket(this.market);
    this.owner = new YearsOwner(seed, this.basket, this.market);
    this.days = SESSIONS.slice(seed % 250);
  }

  run(): void {
    const lastOf = this.days.at(-12) ?? '';
    for (const day of this.days) {
      if (this.market.startDay(day)) this.basket.split(this.market.splits, SPLIT_INTO);
      if (day === this.days[0]) this.owner.open(day);
      else this.owner.act(day);
      if (day >= lastOf && !this.basket.underWay && this.seed % 2 === 0) this.#close(day);
      if (this.owner.awayFor === 0) this.#session(day);
      this.#keep(day);
      this.#watch.afterSession(this, day);
      if (this.basket.status === 'closed') return;
    }
  }

  #close(day: IndiaDate): void {
    if (this.owner.sip) this.owner.sip = { ...this.owner.sip, status: 'stopped' };
    this.basket.begin('close', day, { amountPaise: undefined, targets: this.owner.targets });
  }

  #session(day: IndiaDate): void {
    const openAt = FOUR_YEARS.sessionOn(day)?.openAt ?? 0;
    for (let i = 0, waits = 0; i < MOST_LOOKS && waits < 2; i += 1) {
      this.market.tick();
      const before = this.basket.underWay;
      if (!before && !this.owner.invest(day)) break;
      const decision = this.basket.look(momentAt(day, openAt, AFTER_OPEN_SECONDS + i * LOOK_SECONDS));
      if (decision?.kind === 'wait_for_session') waits += 1;
      if (before && decision?.kind === 'end') this.#watch.afterRun(this, before, day);
    }
    this.basket.look(eveningOf(day));
  }

  #keep(day: IndiaDate): void {
    let worth = this.basket.cashPaise;
    for (const [symbol, units] of this.basket.units) worth += BigInt(units * this.market.priceOf(symbol));
    const investedPaise = Number(this.basket.flows.reduce((sum, { amountPaise }) => sum + amountPaise, 0n));
    this.values.push({ date: day, valuePaise: Number(worth), investedPaise });
    const { sip } = this.owner;
    if (sip?.status === 'active' && this.#sipSince === sip.start_on) this.sipDays.add(day);
    this.#sipSince = sip?.status === 'active' ? sip.start_on : '';
  }

  driftBps(targets: YearsRun['targets']): number {
    const held = [...this.basket.units].map(([symbol, quantity]) => {
      return { symbol, quantity, pricePaise: this.market.priceOf(symbol) };
    });
    return driftBps(held, targets);
  }

  /** What all shares are worth, whole paise. */
  worthPaise(): number {
    return [...this.basket.units].reduce((sum, [symbol, units]) => sum + units * this.market.priceOf(symbol), 0);
  }
}
