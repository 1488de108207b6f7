/**
 * The life of one order. `unknown`: it was sent and no clear answer came; it may be at the exchange, so it is asked
 * about and never sent again.
 */
export const ORDER_STATES = [
  'intended',
  'sent',
  'unknown',
  'open',
  'partially_filled',
  'filled',
  'cancelled',
  'rejected',
  'expired',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

const NEXT: Readonly<Record<OrderState, readonly OrderState[]>> = {
  intended: ['sent', 'open', 'filled', 'partially_filled', 'cancelled', 'rejected', 'expired'],
  sent: ['unknown', 'open', 'partially_filled', 'filled', 'cancelled', 'rejected', 'expired'],
  unknown: ['open', 'partially_filled', 'filled', 'cancelled', 'rejected', 'expired'],
  open: ['partially_filled', 'filled', 'cancelled', 'rejected', 'expired'],
  partially_filled: ['partially_filled', 'filled', 'cancelled', 'expired'],
  filled: [],
  cancelled: [],
  rejected: [],
  expired: [],
};

export function isTerminal(state: OrderState): boolean {
  return NEXT[state].length === 0;
}

export function mayFollow(from: OrderState, to: OrderState): boolean {
  return NEXT[from].includes(to);
}
