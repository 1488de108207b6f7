import type { billingCalls, PayWith, PlanKind } from '@trickdesk/contract';
import { addDays, indiaMoment, toSafePaise } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { BillingService } from './service.ts';
import { invoiceToWire, offerToWire, planToWire, subscriptionToWire } from './wire.ts';

interface Asked {
  readonly planId: number;
  readonly payWith: PayWith;
  readonly renewFromWallet: boolean;
  readonly idempotencyKey: string;
}

/** Where somebody goes to pay an order. */
const payUrlOf = (orderId: string): string => `/pay/${orderId}`;

export const billingHandlers = (billing: BillingService): Handlers<typeof billingCalls> => {
  const buy = async (accountId: number, kinds: readonly PlanKind[], { payWith, ...asked }: Asked) => {
    if (payWith === 'wallet') {
      const subscriptionId = await billing.buyFromWallet({ ...asked, accountId, kinds });
      return new Reply({ subscriptionId }, 'The plan is active.');
    }
    const { paymentId, orderId } = await billing.openPayment({ ...asked, accountId, kinds });
    return new Reply({ paymentId, payUrl: payUrlOf(orderId) }, 'Pay at the gateway’s page to go on.');
  };
  return {
    mysubscription: async ({ accountId }) => {
      const { subscriptions, plans, activation, sandbox } = await billing.read(accountId);
      return {
        subscriptions: subscriptions.map(subscriptionToWire),
        plans: plans.map(planToWire),
        activation,
        sandbox,
      };
    },
    previewplan: async ({ accountId }, { planId }) => {
      const preview = await billing.preview(accountId, planId);
      return { plan: planToWire(preview.plan), offer: offerToWire(preview) };
    },
    tradeactivation: ({ accountId }, input) => buy(accountId, ['trade_activation'], input),
    buyplan: ({ accountId }, input) => buy(accountId, ['robo_pro', 'backtest'], input),
    cancelplan: async ({ accountId }, { subscriptionId }) => {
      const row = await billing.cancel(accountId, subscriptionId);
      return new Reply({ subscription: subscriptionToWire(row) }, 'It is not renewed.');
    },
    paymentstatus: async ({ accountId }, { paymentId }) => {
      const row = await billing.payment(accountId, paymentId);
      const isOpen = row.state === 'open' || row.state === 'failed';
      return {
        ...{ paymentId: row.id, state: row.state, amountPaise: toSafePaise(row.amount_paise), planName: row.plan_name },
        ...(row.failure === null ? {} : { failure: row.failure }),
        ...(row.subscription_id === null ? {} : { subscriptionId: row.subscription_id }),
        ...(isOpen && row.gateway_order_id !== null ? { payUrl: payUrlOf(row.gateway_order_id) } : {}),
      };
    },
    myTransactions: async ({ accountId }, input) => {
      const { pageNumber, pageSize, Search: search, from_date: from, to_date: to, sort } = input;
      const filter = {
        ...{ accountId, search },
        from: from === undefined ? undefined : new Date(indiaMoment(from)),
        before: to === undefined ? undefined : new Date(indiaMoment(addDays(to, 1))),
      };
      const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
      const { invoices, total } = await billing.invoices(filter, page);
      return { invoice_list: invoices.map(invoiceToWire), pageNumber, pageSize, total };
    },
    invoicepdf: async ({ accountId }, { invoiceId }) => {
      const { fileName, bytes } = await billing.invoicePdf(accountId, invoiceId);
      return { fileName, base64: Buffer.from(bytes).toString('base64') };
    },
  };
};
