import type { Holding } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Section } from '../../ui/section.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { holdingColumns } from './holding-columns.tsx';
import type { MyBasketDetails } from './my-basket-page.tsx';

/** What is held of each name, with the weight that it has beside the one that it should have. */
export function HoldingsSection({ details }: { readonly details: MyBasketDetails }) {
  const { t } = useTranslation();
  const { holdings, my_basket: basket } = details;
  const columns = useMemo(
    () => holdingColumns({ t, holdings, stale: new Set(basket.stalePrices), withTarget: true }),
    [t, holdings, basket.stalePrices],
  );
  return (
    <Section title={t('holdings.ofBasket')} note={t('holdings.ofBasketNote')} flush>
      <DataTable<Holding>
        bare
        label={t('holdings.ofBasket')}
        columns={columns}
        state={{
          data: { rows: holdings, total: holdings.length, pageSize: Math.max(1, holdings.length) },
          error: null,
          refetch: () => undefined,
        }}
        rowKey={({ symbol }) => symbol}
        rowLink={({ symbol }) => `/my-baskets/${basket.myBasketId}?holding=${encodeURIComponent(symbol)}`}
        empty={
          <Empty
            title={t('holdings.noneTitle')}
            text={t(basket.status === 'closed' ? 'holdings.noneClosed' : 'holdings.noneYet')}
          />
        }
      />
    </Section>
  );
}
