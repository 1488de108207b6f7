import { addDays, type IndiaDate } from '@trickdesk/domain';
import { expect } from 'vitest';
import type { OrderRow } from '../owned-store.ts';
import { returnsOf } from '../returns.ts';
import type { BasketYears } from './basket-years.ts';
import { exactGrowth, exactYearlyRate } from './exact-returns.ts';
import { isRegular } from './four-years.ts';
import type { YearsRun } from './years-basket.ts';

/** What was seen, for the line that a green run prints. */
export class Seen {
  baskets = 0;
  sessions = 0;
  orders = 0;
  refused = 0;
  partly = 0;
  unfilled = 0;
  instalments = 0;
  skipped = 0;
  missed = 0;
  topUps = 0;
  rebalances = 0;
  leftHalfway = 0;
  /** Evenings on which a rebalance that is near already waits for a third session. */
  longer = 0;
  orphans = 0;
  rates = 0;
  /** Of rebalances, and of openings in calm: basis points. */
  worstDriftBps = 0;
  judged = 0;
  /** The same where a share is a larger part of the whole, so that half a percent is not asked for. */
  worstDearBps = 0;
  judgedDear = 0;

  line(): string {
    return [
      `${this.baskets} baskets, ${this.sessions} sessions, ${this.orders} orders (${this.refused} refused, `,
      `${this.partly} filled in part, ${this.unfilled} not filled), ${this.instalments} SIP instalments (${this.skipped} skipped, `,
      `${this.missed} missed while nobody looked), ${this.topUps} top-ups, ${this.rebalances} rebalances, `,
      `${this.leftHalfway} runs left halfway, ${this.rates} yearly rates; ${this.orphans} orphans, `,
      `worst deviation ${(this.worstDriftBps / 100).toFixed(2)} % of ${this.judged} runs, `,
      `${(this.worstDearBps / 100).toFixed(2)} % of ${this.judgedDear} whose dearest share is more than 0.2 % of the whole`,
    ].join('');
  }
}

const WHOLE_BPS = 10_000;
const PROMISED_BPS = 50;
/** A run goes on only for more than this; what one share is of the whole cannot be divided. */
const NEAR_ENOUGH_BPS = 30;
const FREE_SESSIONS = 2;
const TRIED_SESSIONS = 5;

/** How near a basket can be asked to come: half a percent, or where a share is more than 0.2 % of it, 0.3 % and one share. */
export function boundBps(years: BasketYears, run: YearsRun): number {
  const dearest = Math.max(...run.targets.map(({ symbol }) => years.market.priceOf(symbol)));
  return Math.max(PROMISED_BPS, NEAR_ENOUGH_BPS + (dearest * WHOLE_BPS) / (years.worthPaise() || 1));
}

/**
 * Of a run that has ended: an order of it is under way no more; one that the market let trade for two sessions is done;
 * and what is done is near its weights, or where it was to spend alone, has spent.
 */
export function checkEnd(seen: Seen, years: BasketYears, run: YearsRun): void {
  const { basket, seed } = years;
  const own = basket.orders.filter((order) => order.basket_run_id === run.id);
  const words = `basket ${seed}, run ${run.id}, ${run.kind} of ${run.begunOn}`;
  seen.orphans += basket.working.length;
  expect(basket.working, `${words}: orders under way at its end`).toEqual([]);
  for (const order of own) checkFill(order);
  if (run.state === 'given_up') {
    seen.leftHalfway += 1;
    expect(run.sessions, `${words}: given up too early`).toBe(TRIED_SESSIONS);
    const isPurchase = run.amountPaise !== undefined;
    if (isPurchase) expect(basket.cashPaise <= run.cashBeforePaise, `${words}: kept what it did not spend`).toBe(true);
    expect(run.freeSessions, `${words}: given up although the market allowed it`).toBeLessThan(FREE_SESSIONS);
    return;
  }
  const bound = boundBps(years, run);
  if (run.kind === 'rebalance' || isCalmOpening(run)) {
    const drift = years.driftBps(run.targets);
    expect(drift, `${words}: away from its weights`).toBeLessThanOrEqual(bound);
    if (bound > PROMISED_BPS) {
      seen.worstDearBps = Math.max(seen.worstDearBps, drift);
      seen.judgedDear += 1;
    } else {
      seen.worstDriftBps = Math.max(seen.worstDriftBps, drift);
      seen.judged += 1;
    }
  } else if (run.kind !== 'close') {
    const whole = years.worthPaise() + Number(basket.cashPaise);
    expect(
      own.every(({ side }) => side === 'buy'),
      `${words}: sold`,
    ).toBe(true);
    expect((Number(basket.cashPaise) * WHOLE_BPS) / whole, `${words}: money not spent`).toBeLessThanOrEqual(bound);
  } else {
    expect([...basket.units], `${words}: still held`).toEqual([]);
    expect(basket.cashPaise, `${words}: money kept`).toBe(0n);
  }
}

/** Nothing is filled that was refused, nothing beyond its limit, and nothing beyond its quantity. */
function checkFill(order: OrderRow): void {
  const { id, side, state, quantity, filled_quantity: filled, filled_value_paise: value, limit_paise: limit } = order;
  const atLimit = BigInt(filled * limit);
  expect(side === 'buy' ? value <= atLimit : value >= atLimit, `order ${id}: beyond its limit`).toBe(true);
  expect(filled <= (state === 'rejected' ? 0 : quantity), `order ${id}: ${filled} of ${quantity}`).toBe(true);
}

/** An opening sells nothing, so what prices do to the first names before the last are bought stays: only in calm is it judged. */
function isCalmOpening({ kind, sessions, freeSessions }: YearsRun): boolean {
  return kind === 'open' && sessions === 1 && freeSessions === 1;
}

/** Of the evening of every session: nothing is under way on the exchange, and what was allowed to be near by now is. */
export function checkEvening(seen: Seen, years: BasketYears): void {
  const { basket, seed } = years;
  seen.orphans += basket.working.length;
  expect(basket.working, `basket ${seed}: orders under way after the session`).toEqual([]);
  const run = basket.underWay;
  if (run?.kind === 'rebalance' && run.freeSessions >= FREE_SESSIONS) {
    const words = `basket ${seed}, run ${run.id}: away from its weights after ${FREE_SESSIONS} sessions`;
    expect(years.driftBps(run.targets), words).toBeLessThanOrEqual(boundBps(years, run));
    seen.longer += 1;
  }
  expect(basket.orders.every((order) => order.basket_run_id <= basket.runs.length)).toBe(true);
}

/** Both books say the same, unit by unit and paisa by paisa; lots are what is held; gains explain the whole worth. */
export function checkBooks({ basket, market, seed }: BasketYears, day: IndiaDate): void {
  const standing = basket.standingAt(day);
  const words = `basket ${seed} on ${day}`;
  expect(standing.cashPaise, `${words}: cash`).toBe(basket.cashPaise);
  expect(basket.cashPaise >= 0n, `${words}: spent more than there was`).toBe(true);
  expect([...standing.held].sort(), `${words}: units`).toEqual([...basket.units].sort());
  const inLots = new Map<string, number>();
  for (const { symbol, quantity } of standing.lots) inLots.set(symbol, (inLots.get(symbol) ?? 0) + quantity);
  expect([...inLots].sort(), `${words}: lots`).toEqual([...basket.units].sort());
  let worth = 0n;
  for (const [symbol, units] of basket.units) worth += BigInt(units * market.priceOf(symbol));
  const cost = standing.lots.reduce((sum, { costPaise }) => sum + BigInt(costPaise), 0n);
  const realised = standing.disposals.reduce((sum, { gainPaise }) => sum + BigInt(gainPaise), 0n);
  const gained = worth + basket.cashPaise - standing.investedPaise;
  expect(realised + worth - cost - standing.sttPaise, `${words}: gains`).toBe(gained);
}

/** What is shown as growth and yearly rate, and what whole numbers say. */
export function checkReturns(seen: Seen, { basket, values, seed }: BasketYears): void {
  const last = values.at(-1);
  const closing = basket.status === 'closed' ? basket.flows.at(-1) : undefined;
  if (!last) return;
  const flows = closing ? basket.flows.slice(0, -1) : basket.flows;
  const endPaise = closing ? -closing.amountPaise : BigInt(last.valuePaise);
  const now = { date: last.date, valuePaise: Number(endPaise), isClosed: closing !== undefined };
  const shown = returnsOf(basket.flows, values, now);
  const flowOn = new Map<IndiaDate, bigint>();
  for (const { day, amountPaise } of flows) flowOn.set(day, (flowOn.get(day) ?? 0n) + amountPaise);
  const days = values.map(({ date, valuePaise }) => ({
    valuePaise: date === last.date ? endPaise : BigInt(valuePaise),
    flowPaise: flowOn.get(date) ?? 0n,
  }));
  expect(shown.returnPercent, `basket ${seed}: growth`).toBeCloseTo(exactGrowth(days) * 100, 7);
  if (shown.xirrPercent === undefined) return;
  const dated = flows.map(({ day: date, amountPaise }) => ({ date, amountPaise: -amountPaise }));
  const exact = exactYearlyRate([...dated, { date: last.date, amountPaise: endPaise }]);
  expect(shown.xirrPercent, `basket ${seed}: yearly rate`).toBeCloseTo(exact * 100, 7);
  seen.rates += 1;
}

/** Each instalment that fell due while the SIP was on was dealt with once, on a regular day; and none besides. */
export function checkInstalments({ owner, basket, sipDays, seed }: BasketYears): void {
  const { instalments } = owner;
  const invested = instalments.filter(({ outcome }) => outcome === 'invested');
  expect(invested.length, `basket ${seed}: instalments and runs`).toBe(
    basket.runs.filter(({ kind }) => kind === 'sip').length,
  );
  expect(new Set(instalments.map(({ key }) => key)).size).toBe(instalments.length);
  const { frequency, anchor } = owner.sip ?? {};
  if (frequency !== 'monthly' || anchor === undefined) return;
  for (const { key, due_on: day } of invested) {
    const due = dueOf(key, anchor);
    expect(day >= due && day <= addDays(due, LATE_DAYS), `basket ${seed}: ${key} invested on ${day}`).toBe(true);
  }
  const noted = new Set(instalments.map(({ key }) => key));
  for (const day of sipDays) {
    const month = monthDueOn(day, anchor);
    if (month !== undefined) expect(noted.has(month), `basket ${seed}: the instalment of ${month}`).toBe(true);
  }
}

/** An instalment is made up for within so many days. */
const LATE_DAYS = 7;

/** The regular day on or after the one that was agreed; a short month's last stands for those that it lacks. */
function dueOf(month: string, anchor: number): IndiaDate {
  let day = `${month}-01`;
  for (let date = 1; date < anchor && addDays(day, 1).startsWith(month); date += 1) day = addDays(day, 1);
  while (!isRegular(day)) day = addDays(day, 1);
  return day;
}

/** The month whose instalment falls due on a day, from the lists of holidays alone. */
function monthDueOn(day: IndiaDate, anchor: number): string | undefined {
  if (!isRegular(day)) return undefined;
  for (let nominal = day; ; nominal = addDays(nominal, -1)) {
    if (nominal < day && isRegular(nominal)) return undefined;
    const isLast = addDays(nominal, 1).endsWith('-01');
    const date = Number(nominal.slice(8));
    if (date === anchor || (isLast && date < anchor)) return nominal.slice(0, 7);
  }
}
