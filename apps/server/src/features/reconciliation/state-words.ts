import type { OrderState } from '@trickdesk/domain';

/** How far an order is, in the words of the order list. */
export const STATE_WORDS: Readonly<Record<OrderState, string>> = {
  intended: 'Decided',
  sent: 'Sent',
  unknown: 'Unclear',
  queued: 'Queued',
  pending: 'On its way',
  trigger_pending: 'Stop armed',
  open: 'Open',
  partially_filled: 'Partly filled',
  modify_pending: 'Changing',
  cancel_pending: 'Cancelling',
  filled: 'Filled',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  expired: 'Expired',
};
