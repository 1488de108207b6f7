import {
  addDays,
  DAY_MS,
  daysBetween,
  type EpochMs,
  type IndiaDate,
  indiaDateOf,
  indiaMoment,
  mulDiv,
  type Paise,
} from '@trickdesk/domain';

export type Period = 'month' | 'year';

/** How long what has ended goes on while its renewal is asked for. */
export const GRACE_MS = 3 * DAY_MS;
/** How long before an end its owner is told. */
export const NOTICE_MS = 3 * DAY_MS;
/** How long an order at the gateway may be paid. */
export const PAYMENT_LASTS_MS = DAY_MS;

/**
 * The end of a period: the first moment after the same day of the next month or year; the last day of a shorter month.
 * What begins within a day has that day on top.
 */
export function endOfPeriod(from: EpochMs, period: Period): EpochMs {
  const first = indiaDateOf(from);
  const last = addMonths(first, period === 'month' ? 1 : 12);
  return indiaMoment(indiaMoment(first) === from ? last : addDays(last, 1));
}

function addMonths(date: IndiaDate, months: number): IndiaDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const at = year * 12 + (month - 1) + months;
  const begin = `${String(Math.floor(at / 12))}-${String((at % 12) + 1).padStart(2, '0')}-01`;
  const nextBegin = `${addDays(begin, 32).slice(0, 7)}-01`;
  const lastDay = addDays(nextBegin, -1);
  const same = addDays(begin, day - 1);
  return [same, lastDay].toSorted()[0] ?? lastDay;
}

/** A subscription that runs. */
export interface Running {
  readonly subscriptionId: number;
  readonly planId: number;
  readonly pricePaise: Paise;
  /** Of the period after it. */
  readonly renewalPaise: Paise;
  readonly from: EpochMs;
  readonly endsAt: EpochMs;
}

export interface SoldPlan {
  readonly planId: number;
  readonly period: Period;
  readonly pricePaise: Paise;
}

/** What buying a plan would mean now. */
export type Offer =
  | {
      readonly kind: 'new' | 'extend' | 'replace';
      /** What is extended or replaced. */
      readonly subscriptionId: number | undefined;
      readonly listPaise: Paise;
      readonly creditPaise: Paise;
      readonly duePaise: Paise;
      readonly from: EpochMs;
      readonly to: EpochMs;
    }
  | { readonly kind: 'refused'; readonly code: 'PLAN_PAID_AHEAD' | 'PLAN_BELOW_CREDIT' };

/** Less is not taken by the gateway. */
const LEAST_DUE: Paise = 100n;

/**
 * The same plan again goes on from its end; another one of its kind begins now, less what is left of the one before. A
 * plan is paid one period ahead at most.
 */
export function offerOf(plan: SoldPlan, running: Running | undefined, now: EpochMs): Offer {
  const { pricePaise: listPaise, period } = plan;
  if (!running) {
    const to = endOfPeriod(now, period);
    return { kind: 'new', subscriptionId: undefined, listPaise, creditPaise: 0n, duePaise: listPaise, from: now, to };
  }
  if (running.from > now) return { kind: 'refused', code: 'PLAN_PAID_AHEAD' };
  const { subscriptionId } = running;
  if (running.planId === plan.planId) {
    const from = running.endsAt;
    const to = endOfPeriod(from, period);
    const { renewalPaise } = running;
    const sums = { listPaise: renewalPaise, creditPaise: 0n, duePaise: renewalPaise };
    return { kind: 'extend', subscriptionId, ...sums, from, to };
  }
  const creditPaise = unusedPaise(running, now);
  const duePaise = listPaise - creditPaise;
  if (duePaise < LEAST_DUE) return { kind: 'refused', code: 'PLAN_BELOW_CREDIT' };
  return { kind: 'replace', subscriptionId, listPaise, creditPaise, duePaise, from: now, to: endOfPeriod(now, period) };
}

/** What of a period's price is for days that have not begun, rounded down. */
export function unusedPaise({ pricePaise, from, endsAt }: Running, now: EpochMs): Paise {
  const first = indiaDateOf(from);
  const end = indiaDateOf(endsAt);
  const all = daysBetween(first, end);
  const left = Math.max(0, daysBetween(addDays(indiaDateOf(now), 1), end));
  return all <= 0 ? 0n : mulDiv(pricePaise, BigInt(Math.min(left, all)), BigInt(all), 'down');
}

/** What time does to a subscription. */
export type Turn = 'nothing' | 'tell' | 'renew' | 'grace' | 'expire' | 'cancel';

export interface TurnFacts {
  readonly state: 'active' | 'grace';
  readonly endsAt: EpochMs;
  readonly isCancelled: boolean;
  readonly renewsFromWallet: boolean;
  /** The end that its owner was told of. */
  readonly toldUntil: EpochMs | undefined;
  readonly walletCovers: boolean;
}

/** A renewal that the wallet does not pay is asked for until the grace is over. */
export function turnOf(facts: TurnFacts, now: EpochMs): Turn {
  const { state, endsAt, isCancelled, renewsFromWallet, toldUntil, walletCovers } = facts;
  if (now < endsAt) return now >= endsAt - NOTICE_MS && toldUntil !== endsAt ? 'tell' : 'nothing';
  if (isCancelled) return 'cancel';
  if (renewsFromWallet && walletCovers) return 'renew';
  if (now >= endsAt + GRACE_MS) return 'expire';
  return state === 'active' ? 'grace' : 'nothing';
}

/** Of a moment in India, such as `2627`: from April to March. */
export function taxYearOf(at: EpochMs): string {
  const [year = 0, month = 1] = indiaDateOf(at).split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${String(first % 100).padStart(2, '0')}${String((first + 1) % 100).padStart(2, '0')}`;
}

/** Such as `TD2627-000042`, at most 16 characters as the law has it; credit notes count by themselves. */
export function invoiceNumber(series: string, count: number): string {
  return `${series}-${String(count).padStart(6, '0')}`;
}

export function seriesOf(kind: 'invoice' | 'credit_note', at: EpochMs): string {
  return `${kind === 'invoice' ? 'TD' : 'TC'}${taxYearOf(at)}`;
}

/** How much of a sum each of two wallets pays: refunds before rewards. @returns `undefined` where both do not cover it */
export function shareOfWallets(
  duePaise: Paise,
  { mainPaise, rewardsPaise }: { readonly mainPaise: Paise; readonly rewardsPaise: Paise },
): { readonly mainPaise: Paise; readonly rewardsPaise: Paise } | undefined {
  if (mainPaise + rewardsPaise < duePaise) return undefined;
  const main = mainPaise < duePaise ? mainPaise : duePaise;
  return { mainPaise: main, rewardsPaise: duePaise - main };
}

interface Unlocking {
  readonly liveTrading?: boolean;
  readonly roboPro?: boolean;
  readonly backtestsAMonth?: number;
}

/** What a plan unlocks, in words. */
export function unlockWords({ liveTrading, roboPro, backtestsAMonth }: Unlocking): string[] {
  return [
    ...(liveTrading === true ? ['Live trading at your broker'] : []),
    ...(roboPro === true ? ['ROBO Pro: your risk profile, and what suits it'] : []),
    ...(backtestsAMonth === undefined ? [] : [`${backtestsAMonth} back-tests a month`]),
  ];
}
