import type { Plan } from './rules.ts';

/** What may be had, as data: another plan is another line. The first is everybody's. */
export const BACKTEST_PLANS: readonly [Plan, ...Plan[]] = [{ planId: 'free', name: 'Free', limit: 100, pricePaise: 0 }];
