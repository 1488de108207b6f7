import { MINUTE_MS } from '@trickdesk/domain';
import type { OrderPayments } from '@trickdesk/providers/payments';
import { formatMoney } from './format.ts';
import type { BillingParts } from './parts.ts';
import { markExpired, setOutOfStep, takeUnsettled } from './payment-store.ts';
import { PAYMENT_LASTS_MS } from './rules.ts';

/** How long an event may be under way, and how often what is open is asked about. */
const PATIENCE_MS = 5 * MINUTE_MS;
const ASK_EVERY_MS = 10 * MINUTE_MS;
const AT_ONCE = 50;

/**
 * Compares what is open with what the gateway says. Money that it has and no event told of is shown to an operator: only
 * a signed event settles by itself. What nobody paid within a day is closed.
 */
export async function comparePayments(parts: BillingParts): Promise<void> {
  const { database, clock, gateway } = parts;
  const now = clock.now();
  const taken = await database.transaction((tx) =>
    takeUnsettled(tx, {
      ...{ createdBefore: new Date(now - PATIENCE_MS), askedBefore: new Date(now - ASK_EVERY_MS), now: new Date(now) },
      limit: AT_ONCE,
    }),
  );
  for (const { id, gateway_order_id: orderId, created_at: createdAt } of taken) {
    const isPast = createdAt.getTime() <= now - PAYMENT_LASTS_MS;
    // Without an order nobody could pay it.
    const answer: OrderPayments = orderId === null ? { kind: 'missing' } : await gateway.readPayments(orderId);
    if (answer.kind === 'unavailable') continue;
    const captured = answer.kind === 'found' ? answer.payments.find(({ state }) => state === 'captured') : undefined;
    if (captured) {
      const { paymentId, amountPaise } = captured;
      const words = `The gateway has ${formatMoney(amountPaise)} (${paymentId}); no event of it has come.`;
      await setOutOfStep(database.kysely, id, words);
    } else if (isPast) {
      await database.transaction((tx) => markExpired(tx, id, new Date(now)));
    }
  }
}
