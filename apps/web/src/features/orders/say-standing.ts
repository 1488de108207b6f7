import type { TFunction } from 'i18next';
import type { OutputOfCall } from '../../lib/wire.ts';
import { showToast } from '../../ui/feedback/toasts.ts';

/** Says what has become of an order by hand within the few seconds that the call waited. */
export function sayStanding({ order, onItsWay }: OutputOfCall<'placeorder'>, t: TFunction): void {
  const state = t(`orders.state.${order.status}`);
  if (order.status === 'rejected') {
    const text = t('orders.own.rejected', { text: order.rejectText ?? t('orders.own.noWords') });
    showToast({ tone: 'failed', text });
    return;
  }
  const words = { symbol: order.symbol, state };
  showToast({ tone: 'note', text: onItsWay ? t('orders.own.onItsWay', words) : t('orders.own.stands', words) });
}
