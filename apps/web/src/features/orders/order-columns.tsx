import type { OrderRow } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { orderStanding, orderTone } from '../../lib/order-standing.ts';
import { Money, Price } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { SymbolCell } from './cells.tsx';
import css from './orders.module.css';

export function useOrderColumns(): readonly TableColumn<OrderRow>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OrderRow>[] => [
      {
        id: 'symbol',
        header: t('orders.symbol'),
        sort: { name: 'symbol', kind: 'text' },
        width: '11rem',
        csv: (order) => order.symbol,
        cell: (order) => <SymbolCell symbol={order.symbol} trickName={order.trickName} />,
      },
      {
        id: 'time',
        header: t('orders.time'),
        sort: { name: 'time', kind: 'time' },
        width: '8rem',
        csv: (order) => order.createdAt,
        cell: (order) => <Moment at={order.createdAt} />,
      },
      {
        id: 'side',
        header: t('orders.order'),
        width: '5rem',
        csv: (order) => `${order.side} ${order.purpose}`,
        cell: (order) => (
          <span className={texts.twoLines}>
            <span>{t(`orders.${order.side}`)}</span>
            <span className={texts.sub}>{t(`orders.purpose.${order.purpose}`)}</span>
          </span>
        ),
      },
      {
        id: 'quantity',
        header: t('orders.filled'),
        align: 'end',
        width: '7rem',
        csv: (order) => order.filledQuantity,
        cell: (order) => t('orders.filledOf', { filled: count(order.filledQuantity), quantity: count(order.quantity) }),
      },
      {
        id: 'price',
        header: t('orders.price'),
        align: 'end',
        width: '6rem',
        csv: (order) => order.price,
        cell: (order) => <Price value={order.price} />,
      },
      {
        id: 'charges',
        header: t('orders.charges'),
        align: 'end',
        priority: 2,
        width: '6rem',
        csv: (order) => order.chargesPaise / 100,
        cell: (order) => <Money paise={order.chargesPaise} />,
      },
      {
        id: 'state',
        header: t('orders.stateColumn'),
        width: '8rem',
        csv: (order) => order.status,
        cell: (order) => <StateDot tone={orderTone(order.status)}>{orderStanding(order, t)}</StateDot>,
      },
      {
        id: 'reason',
        header: t('orders.reason'),
        priority: 3,
        wide: true,
        csv: (order) => order.reason,
        cell: (order) => (
          <span className={css.reason} title={order.reason}>
            {order.reason}
          </span>
        ),
      },
    ],
    [t],
  );
}
