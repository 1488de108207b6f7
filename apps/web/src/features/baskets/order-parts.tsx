import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { PartsTable } from '../../ui/table/parts-table.tsx';
import { sumsOf } from './figure-view.ts';
import type { MyBasketDetails } from './my-basket-page.tsx';
import { OrderName } from './order-name.tsx';

/** The orders that charges were paid for. */
export function OrdersParts({ details }: { readonly details: MyBasketDetails }) {
  const { t } = useTranslation();
  const charged = details.run_list.flatMap(({ orders }) => orders).filter(({ chargesPaise }) => chargesPaise !== 0);
  if (charged.length === 0) return <p>{t('baskets.parts.noCharges')}</p>;
  return (
    <PartsTable
      head={[t('baskets.plan.order'), t('baskets.parts.at'), t('baskets.plan.charges')]}
      rows={charged.map((order) => ({
        key: String(order.basketOrderId),
        name: <OrderName order={order} quantity={order.filledQuantity} />,
        cells: [<Moment key="at" at={order.placedAt} />, <Money key="charges" paise={order.chargesPaise} />],
      }))}
      sum={<Money paise={sumsOf(details).charges} />}
    />
  );
}
