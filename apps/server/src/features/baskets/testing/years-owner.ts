import { createRandom, type IndiaDate, type Random } from '@trickdesk/domain';
import { minimumInvestmentPaise, type SipFrequency, type TargetWeight } from '@trickdesk/engine';
import { dueReason } from '../due.ts';
import type { OwnedRecord } from '../owned-store.ts';
import { driftOf } from '../read-plan.ts';
import { datesOf, dueDates, type SipWish, sipRow } from '../sip.ts';
import type { InstalmentRow, SipRow } from '../sip-store.ts';
import { FOUR_YEARS } from './four-years.ts';
import type { YearsBasket } from './years-basket.ts';
import { NAMES, type YearsMarket } from './years-market.ts';

const MARKET = { calendar: FOUR_YEARS };
const FREQUENCIES = ['weekly', 'fortnightly', 'monthly', 'monthly', 'monthly', 'quarterly'] as const;
const WHOLE_BPS = 10_000;
/** How often, of all days. */
const TOP_UP = 0.006;
const PAUSE = 0.004;
const RESUME = 0.03;
const SKIP = 0.01;
const OTHER_AMOUNT = 0.004;
const REVIEW = 0.004;
const POOR = 0.01;
const AWAY = 0.006;
const NOTICED = 0.2;
const LONGEST_TROUBLE = 10;

/** The owner of a basket, the account at the broker, and the machine that begins instalments: what happens to a basket. */
export class YearsOwner {
  readonly instalments: InstalmentRow[] = [];
  targets: readonly TargetWeight[];
  sip: SipRow | undefined;
  topUps = 0;
  rebalances = 0;
  /** For so many sessions the account is short, or nobody looks. */
  poorFor = 0;
  awayFor = 0;
  #quietUntil = '';
  readonly #basket: YearsBasket;
  readonly #market: YearsMarket;
  readonly #random: Random;

  constructor(seed: number, basket: YearsBasket, market: YearsMarket) {
    this.#basket = basket;
    this.#market = market;
    this.#random = createRandom('owner of years', seed);
    this.targets = this.#drawTargets();
  }

  /** The first purchase, and for most a SIP. */
  open(day: IndiaDate): void {
    const amountPaise = this.#least(20 + this.#random.int(200));
    this.#basket.begin('open', day, { amountPaise, targets: this.targets });
    if (this.#random.next() < 0.1) return;
    const frequency: SipFrequency = FREQUENCIES[this.#random.int(FREQUENCIES.length)] ?? 'monthly';
    const isWeekly = frequency === 'weekly' || frequency === 'fortnightly';
    const anchor = 1 + this.#random.int(isWeekly ? 5 : 31);
    this.#wish(day, { status: 'active', amountPaise: this.#least(1 + this.#random.int(6)), frequency, day: anchor });
  }

  /** What the owner does on a morning. */
  act(day: IndiaDate): void {
    this.#meetTrouble();
    this.#changeSip(day);
    const basket = this.#basket;
    if (basket.underWay) return;
    const { next } = this.#random;
    if (next() < REVIEW) this.targets = this.#drawTargets();
    const amountPaise = next() < TOP_UP ? this.#least(1 + this.#random.int(30)) : undefined;
    if (amountPaise !== undefined) {
      this.topUps += 1;
      basket.begin('top_up', day, { amountPaise, targets: this.targets });
    } else if (next() < NOTICED && this.isDue()) {
      this.rebalances += 1;
      basket.begin('rebalance', day, { amountPaise: undefined, targets: this.targets });
    }
  }

  /** As the product tells it: the weights have changed, or prices have moved the basket away from them. */
  isDue(): boolean {
    const names = this.#market.names();
    const bought = this.#basket.runs.findLast(({ kind }) => kind === 'rebalance' || kind === 'open')?.targets ?? [];
    const drift = driftOf(this.#basket.units, names, bought);
    const latest = new Map(this.targets.map(({ symbol, weightBps }) => [symbol, weightBps]));
    const owned = { status: 'open' } as OwnedRecord;
    return dueReason({ owned, drift, targets: bought, latest }) !== undefined;
  }

  /** Begins the instalment that is due, as the machine does it: once, and not beside something else. */
  invest(day: IndiaDate): boolean {
    const { sip, instalments } = this;
    if (sip?.status !== 'active' || this.#basket.underWay || day < this.#quietUntil) return false;
    const { due, passed } = dueDates(MARKET, { row: sip, instalments, today: day });
    const date = due.at(-1);
    // Nothing falls due before the next date that the owner is shown: not asking until then saves most of the time.
    if (!date) this.#quietUntil = this.#nextDate(day)?.dueOn ?? '';
    for (const { key } of [...passed, ...due.slice(0, -1)]) this.#note(day, key, 'missed');
    if (!date) return false;
    this.#note(day, date.key, 'invested');
    this.#basket.begin('sip', day, { amountPaise: sip.amount_paise, targets: this.targets });
    return true;
  }

  #note(day: IndiaDate, key: string, outcome: InstalmentRow['outcome']): void {
    if (this.instalments.some((one) => one.key === key)) throw new Error(`the instalment ${key} is noted twice`);
    const none = { basket_run_id: null, note: null };
    this.instalments.push({ ...none, owned_basket_id: 1, key, due_on: day, outcome, at: new Date(0) });
  }

  #changeSip(day: IndiaDate): void {
    const { sip } = this;
    const { next, int } = this.#random;
    if (!sip) return;
    if (sip.status === 'paused') {
      if (next() < RESUME) this.#wish(day, { status: 'active' });
      return;
    }
    if (next() < PAUSE) this.#wish(day, { status: 'paused' });
    if (next() < OTHER_AMOUNT) this.#wish(day, { status: sip.status, amountPaise: this.#least(1 + int(6)) });
    if (next() < SKIP) this.#skip(day);
  }

  #wish(today: IndiaDate, wish: Omit<SipWish, 'myBasketId'>): void {
    this.#quietUntil = '';
    this.sip = sipRow({ myBasketId: 1, ...wish }, { before: this.sip, ownedId: 1, today, at: new Date(0) });
  }

  #skip(today: IndiaDate): void {
    const date = this.#nextDate(today);
    if (date?.dueOn !== undefined && !date.isSkipped) this.#note(date.dueOn, date.key, 'skipped');
  }

  #nextDate(today: IndiaDate) {
    const { sip: row, instalments } = this;
    return row && datesOf(MARKET, { row, instalments, today, count: 1 })[0];
  }

  #meetTrouble(): void {
    const { next, int } = this.#random;
    this.poorFor = this.poorFor > 0 ? this.poorFor - 1 : next() < POOR ? 1 + int(LONGEST_TROUBLE) : 0;
    this.awayFor = this.awayFor > 0 ? this.awayFor - 1 : next() < AWAY ? 1 + int(LONGEST_TROUBLE) : 0;
    this.#basket.fundsPaise = this.poorFor > 0 ? this.#least(1 + int(3)) : undefined;
  }

  /** So many times the least that buys a share of each name. */
  #least(times: number): bigint {
    const priced = this.targets.map((target) => ({ ...target, pricePaise: this.#market.priceOf(target.symbol) }));
    return BigInt(minimumInvestmentPaise(priced) * times);
  }

  #drawTargets(): TargetWeight[] {
    const { int, next } = this.#random;
    const names = [...NAMES].sort(() => next() - 0.5).slice(0, 2 + int(6));
    const parts = names.map(() => 5 + int(40));
    const total = parts.reduce((sum, part) => sum + part, 0);
    const bps = parts.map((part) => Math.floor((part * WHOLE_BPS) / total));
    const left = WHOLE_BPS - bps.reduce((sum, one) => sum + one, 0);
    return names.map((symbol, i) => ({ symbol, weightBps: (bps[i] ?? 0) + (i === 0 ? left : 0) }));
  }
}
