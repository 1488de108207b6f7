import type { Latency } from '@trickdesk/contract';
import type { BrokerEvent, BrokerRow } from './order-details-store.ts';

type Times = Pick<BrokerRow, 'decided_at' | 'sent_at' | 'acknowledged_at' | 'first_fill_at' | 'placed_kind'>;

/**
 * Milliseconds by our clock between what is known of an order. One that began as a stop is told until the broker had
 * it: how long the market then took to come to its trigger is nobody's delay.
 */
export function latencyOf(row: Times): Latency {
  const { decided_at: decided, sent_at: sent, acknowledged_at: acknowledged, first_fill_at: filled } = row;
  const began = { ...leg('decidedToSentMs', decided, sent), ...leg('sentToAcknowledgedMs', sent, acknowledged) };
  if (row.placed_kind.startsWith('stop')) return began;
  return {
    ...began,
    ...leg('acknowledgedToFilledMs', acknowledged, filled),
    ...leg('decidedToFilledMs', decided, filled),
  };
}

/**
 * The same of an exit for which a resting stop was changed: from the request that took its trigger away. Of a stop that
 * was reached, or where the broker's answer is not known, only what `latencyOf` tells; by our clock it is not kept when
 * such an exit was decided.
 *
 * @param events of this order at the broker, in the order of their writing
 */
export function exitLatencyOf(row: Times, events: readonly BrokerEvent[]): Latency {
  if (!row.placed_kind.startsWith('stop')) return latencyOf(row);
  const asked = events.findLastIndex(
    ({ what, note, trigger_paise: trigger }) => what === 'asked' && note === 'modify' && trigger === null,
  );
  const sent = events[asked];
  if (!sent) return latencyOf(row);
  const answered = events.slice(asked + 1).find(({ what }) => what === 'answered');
  const filled = events.slice(asked + 1).find(({ filled_quantity: quantity }) => quantity > 0);
  return {
    ...leg('sentToAcknowledgedMs', sent.at, answered?.at ?? null),
    ...leg('acknowledgedToFilledMs', answered?.at ?? null, filled?.at ?? null),
  };
}

/** A fill may be heard of before the answer to the order itself: that leg took no time of its own. */
function leg(name: keyof Latency, from: Date | null, to: Date | null): Latency {
  return from && to ? { [name]: Math.max(0, to.getTime() - from.getTime()) } : {};
}
