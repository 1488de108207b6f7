import type { OrderRow } from '@trickdesk/contract';
import type { StateTone } from '../../ui/state-dot.tsx';

/** How an order's state is marked: filled is good, refused is bad, what is on its way is neither. */
export function orderTone(state: OrderRow['status']): StateTone {
  switch (state) {
    case 'filled':
      return 'good';
    case 'rejected':
      return 'bad';
    case 'unknown':
    case 'queued':
    case 'pending':
    case 'trigger_pending':
    case 'modify_pending':
    case 'cancel_pending':
    case 'open':
    case 'partially_filled':
    case 'sent':
      return 'busy';
    case 'intended':
    case 'cancelled':
    case 'expired':
      return 'quiet';
  }
}
