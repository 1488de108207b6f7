import type { OrderRow } from '@trickdesk/contract';
import type { OrderState } from '@trickdesk/domain';
import type { TFunction } from 'i18next';

const TONES: Readonly<Record<OrderState, 'good' | 'busy' | 'bad' | 'quiet'>> = {
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
export const orderTone = (state: OrderState): (typeof TONES)[OrderState] => TONES[state];

/** How an order of a trick stands, in a word or two: one that was decided after the close waits for the opening. */
export function orderStanding({ status, goesOutAt }: Pick<OrderRow, 'status' | 'goesOutAt'>, t: TFunction): string {
  return goesOutAt === undefined ? t(`orders.state.${status}`) : t('orders.atOpening');
}
