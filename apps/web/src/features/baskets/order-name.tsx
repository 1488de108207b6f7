import type { BasketRun } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';

interface OrderNameProps {
  readonly order: BasketRun['orders'][number];
  readonly quantity: number;
}

/** An order in words; a live one leads to its time line at the broker. */
export function OrderName({ order, quantity }: OrderNameProps) {
  const { t } = useTranslation();
  const words = t(`baskets.plan.${order.side}`, { quantity: count(quantity), symbol: order.symbol });
  return order.orderId === undefined ? (
    <span>{words}</span>
  ) : (
    <AppLink to={`/orders/own/${order.orderId}`}>{words}</AppLink>
  );
}
