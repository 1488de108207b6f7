import { randomInt } from 'node:crypto';
import {
  type Books,
  idOf,
  type SandboxEvent,
  type SandboxOrder,
  type SandboxPayment,
  type SandboxPayout,
} from './books.ts';
import { orderEntity, paymentEntity, payoutEntity, refundEntity } from './entities.ts';

/** What the sandbox refuses, in words; the wire says 400. */
export class SandboxRefusal extends Error {}

/** Amounts with an end of their own, in paise. */
export const FAILING_PAYOUT = 101_00;
export const SLOW_PAYOUT = 102_00;
export const REVERSED_PAYOUT = 103_00;

/** Wall milliseconds until a payout is done, and until a reversed one comes back. */
const PAYOUT_MS = 1_000;
const REVERSAL_MS = 2_000;

export type Desk = ReturnType<typeof createDesk>;

/** What happens at the sandbox: rows are kept before anything is answered, and each change leaves its events. */
export function createDesk(books: Books, now: () => number) {
  const tell = teller(books, now);
  const inTurn = createTurns();
  const paymentsOf = (orderId: string): SandboxPayment[] =>
    books.payments.all().filter((payment) => payment.orderId === orderId);
  const tellPayment = async (event: string, payment: SandboxPayment): Promise<void> => {
    const order = books.orders.get(payment.orderId);
    const facts = { payment: { entity: paymentEntity(payment) } };
    await tell('payments', event, facts);
    if (event === 'payment.captured' && order) {
      await tell('payments', 'order.paid', { ...facts, order: { entity: orderEntity(order, paymentsOf(order.id)) } });
    }
  };
  return {
    paymentsOf,
    createOrder: async (amount: number, receipt: string): Promise<SandboxOrder> => {
      const order = { id: idOf('order'), amount, receipt, createdAt: now() };
      await books.orders.put(order);
      return order;
    },
    /** Somebody's choice on the pay page. */
    pay: inTurn(async (order: SandboxOrder, choice: 'succeed' | 'fail' | 'pend'): Promise<SandboxPayment> => {
      if (paymentsOf(order.id).some(({ status }) => status === 'captured' || status === 'refunded')) {
        throw new SandboxRefusal('This order is paid already.');
      }
      const status = { succeed: 'captured', fail: 'failed', pend: 'authorized' } as const;
      const payment: SandboxPayment = {
        ...{ id: idOf('pay'), orderId: order.id, amount: order.amount, createdAt: now() },
        ...{ status: status[choice], amountRefunded: 0 },
      };
      await books.payments.put(payment);
      if (choice !== 'pend') await tellPayment(choice === 'succeed' ? 'payment.captured' : 'payment.failed', payment);
      return payment;
    }),
    refund: inTurn(async (paymentId: string, amount: number, receipt: string) => {
      const payment = books.payments.get(paymentId);
      if (!payment || !['captured', 'refunded'].includes(payment.status)) {
        throw new SandboxRefusal('The payment was not captured.');
      }
      if (payment.amountRefunded + amount > payment.amount) {
        throw new SandboxRefusal('The refund amount is greater than the amount captured.');
      }
      const refund = { id: idOf('rfnd'), paymentId, amount, receipt, createdAt: now() };
      await books.refunds.put(refund);
      const amountRefunded = payment.amountRefunded + amount;
      const status = amountRefunded === payment.amount ? 'refunded' : 'captured';
      await books.payments.put({ ...payment, amountRefunded, status });
      const facts = { refund: { entity: refundEntity(refund) }, payment: { entity: paymentEntity(payment) } };
      await tell('payments', 'refund.created', facts);
      await tell('payments', 'refund.processed', facts);
      return refund;
    }),
    ...createPayoutDesk(books, now, inTurn),
  };
}

type Turns = ReturnType<typeof createTurns>;

/** Acts come one after another: two at once must not both find that nothing was done yet. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Args extends readonly unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      const turn = last.then(
        () => act(...args),
        () => act(...args),
      );
      last = turn;
      return turn;
    };
}

function teller(books: Books, now: () => number) {
  return async (to: SandboxEvent['to'], event: string, payload: Readonly<Record<string, unknown>>): Promise<void> => {
    const contains = Object.keys(payload);
    const body = { entity: 'event', event, contains, payload, created_at: Math.floor(now() / 1_000) };
    await books.events.put({ id: idOf('evt'), to, body: JSON.stringify(body), tries: 0, nextAt: now() });
  };
}

function createPayoutDesk(books: Books, now: () => number, inTurn: Turns) {
  const tell = teller(books, now);
  return {
    /** The same key is the same payout, whatever comes with it. */
    payOut: inTurn(async (asked: { readonly key: string; readonly reference: string; readonly amount: number }) => {
      const earlier = books.payouts.all().find(({ key }) => key === asked.key);
      if (earlier) return earlier;
      const at = now();
      const status = asked.amount === FAILING_PAYOUT ? ('failed' as const) : ('processed' as const);
      const payout: SandboxPayout = {
        ...{ ...asked, id: idOf('pout'), createdAt: at, status: 'processing' },
        next: { at: at + PAYOUT_MS, status },
      };
      await books.payouts.put(payout);
      await tell('payouts', 'payout.initiated', { payout: { entity: payoutEntity(payout) } });
      return payout;
    }),
    /** Takes payouts on whose time has come. */
    goOn: inTurn(async (): Promise<void> => {
      for (const payout of books.payouts.all()) {
        if (!payout.next || payout.next.at > now()) continue;
        const { next, ...rest } = payout;
        const { status } = next;
        const after = status === 'processed' && payout.amount === REVERSED_PAYOUT;
        const moved: SandboxPayout = {
          ...rest,
          status,
          ...(status === 'processed' ? { utr: String(randomInt(100_000_000_000, 999_999_999_999)) } : {}),
          ...(after ? { next: { at: now() + REVERSAL_MS, status: 'reversed' } } : {}),
        };
        await books.payouts.put(moved);
        await tell('payouts', `payout.${status}`, { payout: { entity: payoutEntity(moved) } });
      }
    }),
  };
}
