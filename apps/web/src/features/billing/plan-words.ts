import type { Plan, Subscription } from '@trickdesk/contract';
import { day } from '../../lib/format.ts';

/** As they follow each other on the page; `billing-view.test.ts` compares them with the contract. */
export const KINDS = ['trade_activation', 'robo_pro', 'backtest'] as const satisfies Plan['kind'][];

/** The last day that is paid for: an end is the first moment after it. */
export function lastDay(endsAt: string, language: string, now: number = Date.now()): string {
  return day(Date.parse(endsAt) - 1, now, language);
}

/** What buying a plan means beside what runs of its kind. */
export function dealOf(plan: Plan, running: Subscription | undefined): 'buy' | 'extend' | 'change' {
  if (!running) return 'buy';
  return running.planId === plan.planId ? 'extend' : 'change';
}

/** What runs of a kind; there is one at most. */
export function runningOf(subscriptions: readonly Subscription[], kind: Plan['kind']): Subscription | undefined {
  return subscriptions.find((one) => one.kind === kind && one.state !== 'ended');
}
