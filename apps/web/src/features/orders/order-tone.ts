import type { OrderState } from '@trickdesk/domain';
import type { StateTone } from '../../ui/state-dot.tsx';

const TONES: Readonly<Record<OrderState, StateTone>> = {
  intended: 'quiet',
  sent: 'busy',
  unknown: 'busy',
  queued: 'busy',
  pending: 'busy',
  trigger_pending: 'busy',
  open: 'busy',
  partially_filled: 'busy',
  modify_pending: 'busy',
  cancel_pending: 'busy',
  filled: 'good',
  cancelled: 'quiet',
  rejected: 'bad',
  expired: 'quiet',
};

/** How an order's state is marked: filled is good, refused is bad, what is on its way is neither. */
export const orderTone = (state: OrderState): StateTone => TONES[state];
