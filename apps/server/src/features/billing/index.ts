import type { Plan } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { DAY_MS, type EpochMs, toSafePaise } from '@trickdesk/domain';
import { deleteEvents } from './payment-store.ts';
import { listEntitlements, listPlans, type PlanRow } from './store.ts';
import { planToWire } from './wire.ts';

export { billingHandlers } from './calls.ts';
export * from './desk-store.ts';
export { haltUnpaid } from './halt-unpaid.ts';
export type { BillingParts, PaidInvoice } from './parts.ts';
export { comparePayments } from './reconcile.ts';
export { refundInvoice, sendRefunds } from './refund.ts';
export { renewSubscriptions } from './renew.ts';
export { taxYearOf } from './rules.ts';
export { type BillingService, type CheckoutPage, createBillingService } from './service.ts';
export { settleEvent, settleNotice } from './settle.ts';
export { lockBilling } from './store.ts';

/** The plans of the back-tester: the first is everybody's, the others are what is on sale or was bought. */
export const backtestPlans = {
  list: async (db: Queryable) => (await sold(db)).map(backtestPlanOf),
  of: async (db: Queryable, accountId: number) => {
    const bought = await listEntitlements(db, accountId);
    const own = bought.find(({ entitlements }) => entitlements.backtestsAMonth !== undefined)?.planId;
    const all = (await listPlans(db)).filter(({ kind }) => kind === 'backtest');
    const plan = all.find(({ id }) => id === own) ?? all.find(({ price_paise: price }) => price === 0n);
    if (!plan) throw new Error('there is no back-test plan that is everybody’s');
    return backtestPlanOf(plan);
  },
};

/** The plans of ROBO Pro, and who has one. */
export const roboPlans = {
  list: async (db: Queryable): Promise<Plan[]> =>
    (await listPlans(db)).filter(({ kind, on_sale: onSale }) => kind === 'robo_pro' && onSale).map(planToWire),
  isUnlocked: async (db: Queryable, accountId: number): Promise<boolean> =>
    (await listEntitlements(db, accountId)).some(({ entitlements }) => entitlements.roboPro === true),
};

async function sold(db: Queryable): Promise<PlanRow[]> {
  const plans = (await listPlans(db)).filter(({ kind }) => kind === 'backtest');
  return plans.filter(({ price_paise: price, on_sale: onSale }) => price === 0n || onSale);
}

function backtestPlanOf({ id: planId, name, entitlements, price_paise: price, period }: PlanRow) {
  return { planId, name, limit: entitlements.backtestsAMonth ?? 0, pricePaise: toSafePaise(price), period };
}

/** An event is repeated for a day; a month later nobody sends it again. */
export function deletePastEvents(db: Queryable, now: EpochMs): Promise<void> {
  return deleteEvents(db, new Date(now - 30 * DAY_MS));
}
