import type { Paise } from '@trickdesk/domain';
import type { Checkout } from '@trickdesk/providers/payments';
import { Refusal } from '../../http/refusal.ts';
import type { RenderPdf } from '../../platform/pdf/document.ts';
import { readFree } from '../wallet/index.ts';
import { invoicePaper } from './invoice-paper.ts';
import { countInvoices, findOwnInvoice, type InvoiceFilter, listInvoices } from './invoice-store.ts';
import type { BillingParts } from './parts.ts';
import { findByOrder, findOwnPayment } from './payment-store.ts';
import {
  buyFromWallet,
  type GoodOffer,
  type OpenPayment,
  openPayment,
  type PurchaseAsked,
  readOffer,
} from './purchase.ts';
import { cancelSubscription } from './renew.ts';
import * as store from './store.ts';
import { containedTax, taxOf } from './tax.ts';

export type BillingService = ReturnType<typeof createBillingService>;

export interface Preview {
  readonly plan: store.PlanRow;
  readonly offer: GoodOffer;
  readonly taxPaise: Paise;
  readonly walletPaise: Paise;
}

/** Plans, subscriptions, payments and invoices of a person. */
export function createBillingService(parts: BillingParts & { readonly renderPdf: RenderPdf }) {
  const { database, clock } = parts;
  const db = database.kysely;
  return {
    read: async (accountId: number) => {
      const [subscriptions, plans, buyer] = await Promise.all([
        store.listSubscriptions(db, accountId),
        store.listPlans(db),
        store.findBuyer(db, accountId),
      ]);
      const active = buyer.trade_activated_at !== null;
      return {
        subscriptions,
        plans: plans.filter(({ on_sale: onSale }) => onSale),
        activation: { active, grantedForDemo: active && buyer.granted_for_demo },
        sandbox: parts.sandbox,
      };
    },
    preview: (accountId: number, planId: number): Promise<Preview> =>
      database.transaction(async (tx) => {
        const { plan, offer } = await readOffer(tx, { accountId, planId }, clock.now());
        const { mainPaise, rewardsPaise } = await readFree(tx, accountId);
        // Rounded once, wherever it is supplied.
        const taxPaise = taxOf(containedTax(offer.duePaise, false));
        return { plan, offer, taxPaise, walletPaise: mainPaise + rewardsPaise };
      }),
    buyFromWallet: (asked: PurchaseAsked): Promise<number> => buyFromWallet(parts, asked),
    openPayment: (asked: PurchaseAsked): Promise<OpenPayment> => openPayment(parts, asked),
    /** @throws Refusal `NOT_FOUND`, `SUBSCRIPTION_ENDED` */
    cancel: async (accountId: number, subscriptionId: number): Promise<store.SubscriptionRow> => {
      const row = await cancelSubscription(parts, { accountId, subscriptionId });
      if (row === 'missing') throw new Refusal('NOT_FOUND');
      if (row === 'ended') throw new Refusal('SUBSCRIPTION_ENDED');
      return row;
    },
    /** @throws Refusal `NOT_FOUND` */
    payment: async (accountId: number, paymentId: number) => {
      const row = await findOwnPayment(db, { accountId, paymentId });
      if (!row) throw new Refusal('NOT_FOUND');
      return row;
    },
    invoices: async (filter: InvoiceFilter, page: Parameters<typeof listInvoices>[2]) => {
      const [invoices, total] = await Promise.all([listInvoices(db, filter, page), countInvoices(db, filter)]);
      return { invoices, total };
    },
    /** @throws Refusal `NOT_FOUND` */
    invoicePdf: async (accountId: number, invoiceId: number) => {
      const row = await findOwnInvoice(db, { accountId, invoiceId });
      if (!row) throw new Refusal('NOT_FOUND');
      const bytes = await parts.renderPdf(invoicePaper(row, parts.sandbox));
      return { fileName: `${row.number}.pdf`, bytes };
    },
    /** What an order's page before the gateway's shows; `undefined` for what is not to be paid. */
    checkout: async (orderId: string, returnUrl: string): Promise<CheckoutPage | undefined> => {
      const payment = await findByOrder(db, orderId);
      if (!payment || (payment.state !== 'open' && payment.state !== 'failed')) return undefined;
      const { plan_name: planName, amount_paise: amountPaise } = payment;
      return {
        ...{ planName, amountPaise, sandbox: parts.sandbox },
        checkout: parts.gateway.checkout({ orderId, amountPaise, description: planName, returnUrl }),
      };
    },
    paymentIdOf: async (orderId: string): Promise<number | undefined> => (await findByOrder(db, orderId))?.id,
  };
}

export interface CheckoutPage {
  readonly planName: string;
  readonly amountPaise: Paise;
  readonly sandbox: boolean;
  readonly checkout: Checkout;
}
