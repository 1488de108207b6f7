import type { billingCaseCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import { deskInvoiceToWire, deskPlanToWire, paymentToWire } from './billing-wire.ts';
import type { OperationsService } from './service.ts';

export const billingCaseHandlers = ({ billing }: OperationsService): Handlers<typeof billingCaseCalls> => ({
  opspayments: async ({ accountId }, { pageNumber, pageSize, Search: search, state, sort }) => {
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const { rows, total } = await billing.payments({ state, search }, page);
    return { payment_list: rows.map((row) => paymentToWire(row, accountId)), pageNumber, pageSize, total };
  },
  opssettlepayment: async (operator, input) => {
    const paid = await billing.settle(operator, input);
    const words = paid ? 'Settled: the gateway has the money.' : 'The gateway has nothing for it. The mark is gone.';
    return new Reply({ paymentId: input.paymentId, paid }, words);
  },
  opsinvoices: async ({ accountId }, { pageNumber, pageSize, Search: search, state, sort }) => {
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const { rows, total } = await billing.invoices({ state, search }, page);
    return { invoice_list: rows.map((row) => deskInvoiceToWire(row, accountId)), pageNumber, pageSize, total };
  },
  opsrefundinvoice: async (operator, input) => {
    await billing.refund(operator, input);
    return new Reply({ invoiceId: input.invoiceId }, 'Taken back. Its owner is told.');
  },
  opsplans: async () => ({ plan_list: (await billing.plans()).map(deskPlanToWire) }),
  opschangeplan: async (operator, input) => {
    await billing.changePlan(operator, input);
    const plan = (await billing.plans()).find(({ id }) => id === input.planId);
    if (!plan) throw new Error(`plan ${input.planId} is gone`);
    return new Reply({ plan: deskPlanToWire(plan) }, 'Changed, for purchases and renewals from now on.');
  },
});
