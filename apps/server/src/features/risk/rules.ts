import { type EpochMs, formatPaise } from '@trickdesk/domain';
import type { VetoRule } from '@trickdesk/engine';
import { type AccountFacts, type EntryFacts, figuresOf, type RiskFigures, worstAfter } from './figures.ts';
import type { MarketFacts } from './guards.ts';
import { guardEntry } from './guards.ts';
import { momentText, type RiskLimits } from './limits.ts';

/** `account`: its owner's. `desk`: the operators', on this account. `product`: theirs, on everybody. */
export type SetSwitch = 'none' | 'account' | 'desk' | 'product';

/** What stands above figures: switches, the lock, the broker's session. */
export interface RiskSwitches {
  readonly wallNow: EpochMs;
  readonly killSwitch: SetSwitch;
  readonly lockedUntil: EpochMs | undefined;
  /** The daily loss has been reached before today. */
  readonly stoppedForDay: boolean;
  readonly broker: { readonly isLinked: boolean; readonly tokenExpiresAt: EpochMs } | undefined;
}

export interface RiskFacts {
  readonly switches: RiskSwitches;
  readonly market: MarketFacts;
  readonly account: AccountFacts;
  readonly limits: RiskLimits;
}

export interface RiskVeto {
  readonly rule: VetoRule;
  /** For its owner: what stands against the entry, in figures. */
  readonly sentence: string;
}

export type RiskDecision =
  /** `worst`: the figures if everything goes against the account, inside every limit. */
  | { readonly allowed: true; readonly worst: RiskFigures }
  | {
      readonly allowed: false;
      readonly veto: RiskVeto;
      readonly worst: RiskFigures;
      /** The loss itself has reached the limit: entries end for the day, whatever comes. */
      readonly endsDay: boolean;
    };

/** Whether an entry may go out. Exits never ask. */
export function decideEntry(facts: RiskFacts, entry: EntryFacts): RiskDecision {
  const { account, limits } = facts;
  const worst = worstAfter(account, entry);
  const now = figuresOf(account);
  const endsDay = isLossReached(now.resultPaise, limits);
  const veto =
    switchVeto(facts.switches) ??
    dayVeto(facts, now) ??
    guardEntry(entry.symbol, facts.market) ??
    limitVeto(worst, limits, now);
  if (!veto) return { allowed: true, worst };
  return { allowed: false, veto, worst, endsDay };
}

/** A loss at its limit has reached it. */
export function isLossReached(resultPaise: number, { maxLossPerDayPaise }: RiskLimits): boolean {
  return maxLossPerDayPaise !== undefined && resultPaise <= -maxLossPerDayPaise;
}

function switchVeto({ killSwitch, lockedUntil, wallNow, broker }: RiskSwitches): RiskVeto | undefined {
  if (killSwitch === 'product') {
    return { rule: 'kill_switch', sentence: 'Trickdesk has stopped all live entries for now. Exits go on.' };
  }
  if (killSwitch === 'desk') {
    return {
      rule: 'kill_switch',
      sentence: 'Trickdesk has stopped the live entries of your account. Exits go on. Write to support.',
    };
  }
  if (killSwitch === 'account') {
    return { rule: 'kill_switch', sentence: 'Your kill switch is set. Lift it on the risk page to enter again.' };
  }
  if (lockedUntil !== undefined && lockedUntil > wallNow) {
    return { rule: 'risk_lock', sentence: `Your risk lock holds until ${momentText(lockedUntil)}. Exits go on.` };
  }
  if (!broker?.isLinked || broker.tokenExpiresAt <= wallNow) {
    return { rule: 'broker_session', sentence: 'Your broker session has ended. Sign in at the broker to enter again.' };
  }
  return undefined;
}

function dayVeto({ switches, limits }: RiskFacts, { resultPaise }: RiskFigures): RiskVeto | undefined {
  if (!switches.stoppedForDay && !isLossReached(resultPaise, limits)) return undefined;
  const limit = limits.maxLossPerDayPaise;
  const words = limit === undefined ? '' : ` of ${formatPaise(limit)}`;
  const standing = `Today’s result is ${formatPaise(resultPaise)} after charges now.`;
  return {
    rule: 'account_loss',
    sentence: `The account’s daily loss limit${words} was reached. ${standing} No entry before the next exchange day.`,
  };
}

function limitVeto(worst: RiskFigures, limits: RiskLimits, now: RiskFigures): RiskVeto | undefined {
  return (
    lossVeto(worst, limits, now) ??
    tradesVeto(worst, limits) ??
    exposureVeto(worst, limits, now) ??
    marginVeto(worst, limits) ??
    rateVeto(worst, limits, worst.ordersLastMinute - now.ordersLastMinute)
  );
}

function lossVeto(worst: RiskFigures, limits: RiskLimits, now: RiskFigures): RiskVeto | undefined {
  if (!isLossReached(worst.resultPaise, limits)) return undefined;
  const limit = formatPaise(limits.maxLossPerDayPaise ?? 0);
  return {
    rule: 'account_loss',
    sentence: `Today’s result is ${formatPaise(now.resultPaise)} after charges; with this order and those that rest it could be ${formatPaise(worst.resultPaise)}. The account’s daily loss limit is ${limit}.`,
  };
}

function tradesVeto(worst: RiskFigures, { maxTradesPerDay }: RiskLimits): RiskVeto | undefined {
  if (maxTradesPerDay === undefined || worst.trades <= maxTradesPerDay) return undefined;
  return {
    rule: 'account_trades',
    sentence: `This would be trade ${worst.trades} of the account today; its limit is ${maxTradesPerDay}. Orders that rest count.`,
  };
}

function exposureVeto(worst: RiskFigures, limits: RiskLimits, now: RiskFigures): RiskVeto | undefined {
  const { maxGrossExposurePaise: gross, maxNetExposurePaise: net } = limits;
  if (gross !== undefined && worst.grossPaise > gross) {
    return { rule: 'account_gross', sentence: exposureWords('gross', now.grossPaise, worst.grossPaise, gross) };
  }
  if (net !== undefined && worst.netPaise > net) {
    return { rule: 'account_net', sentence: exposureWords('net', now.netPaise, worst.netPaise, net) };
  }
  return undefined;
}

function exposureWords(kind: 'gross' | 'net', nowPaise: number, worstPaise: number, limitPaise: number): string {
  return `The account’s ${kind} exposure is ${formatPaise(nowPaise)}; with this order and those that rest it could be ${formatPaise(worstPaise)}. Its limit is ${formatPaise(limitPaise)}.`;
}

function marginVeto(worst: RiskFigures, { maxMarginPercent }: RiskLimits): RiskVeto | undefined {
  if (maxMarginPercent === undefined) return undefined;
  const { fundsPaise, marginPaise } = worst;
  if (fundsPaise === undefined) {
    return {
      rule: 'account_margin',
      sentence:
        'The account limits its margin, and the broker has not told yet what it has. Open the broker page once.',
    };
  }
  if (marginPaise * 100 <= fundsPaise * maxMarginPercent) return undefined;
  const funds = formatPaise(fundsPaise);
  return {
    rule: 'account_margin',
    sentence: `With this order and those that rest ${formatPaise(marginPaise)} of ${funds} could be blocked as margin. The account’s limit is ${maxMarginPercent} %.`,
  };
}

/** @param orders as how many the entry leaves */
function rateVeto(worst: RiskFigures, { maxOrdersPerMinute }: RiskLimits, orders: number): RiskVeto | undefined {
  const { ordersLastMinute: last } = worst;
  if (maxOrdersPerMinute === undefined || last <= maxOrdersPerMinute) return undefined;
  const sentence =
    orders === 1
      ? `This would be order ${last} within a minute; the account’s limit is ${maxOrdersPerMinute}. Orders placed by hand count.`
      : `This would leave as ${orders} orders, the last of them order ${last} within a minute; the account’s limit is ${maxOrdersPerMinute}. Orders placed by hand count.`;
  return { rule: 'order_rate', sentence };
}
