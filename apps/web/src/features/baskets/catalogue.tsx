import type { BasketItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CatalogueSkeleton } from '../../ui/catalogue/catalogue-skeleton.tsx';
import { Notice } from '../../ui/catalogue/notice.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { BasketCard } from './basket-card.tsx';
import { useBasketColumns } from './basket-columns.tsx';
import { CatalogueFilters } from './catalogue-filters.tsx';
import { catalogueInput, catalogueState, type Emptiness, emptinessOf, PAGE_SIZE } from './catalogue-view.ts';

/** Every basket that can be invested in, as cards or as a table. */
export function Catalogue({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const { view } = catalogueState(list.query);
  const input = catalogueInput(list.query);
  const page = useCall('listBasket', input, { keepPrevious: true });
  const returnsHidden = page.data?.basket_list.some((basket) => basket.returnsHidden) ?? false;
  const columns = useBasketColumns(returnsHidden);
  return (
    <>
      {returnsHidden ? <Notice>{t('baskets.returnsHiddenOrder')}</Notice> : null}
      <DataTable<BasketItem>
        label={t('baskets.list')}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.basket_list, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(basket) => basket.basketId}
        rowLink={(basket) => `/baskets/${basket.basketId}`}
        card={view === 'cards' ? (basket) => <BasketCard basket={basket} /> : undefined}
        skeleton={view === 'cards' ? <CatalogueSkeleton label={t('baskets.loading')} height="276px" /> : undefined}
        searchable
        filters={<CatalogueFilters list={list} />}
        empty={<NoBaskets why={emptinessOf(list.query)} />}
        exportName={t('baskets.fileName')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('listBasket', { ...input, pageNumber, pageSize });
            return { rows: answer.basket_list, total: answer.total };
          })
        }
      />
    </>
  );
}

function NoBaskets({ why }: { readonly why: Emptiness }) {
  const { t } = useTranslation();
  if (why === 'filtered') {
    return (
      <Empty
        title={t('baskets.emptyTitle')}
        text={t('baskets.emptyText')}
        action={<AppLink to="/baskets">{t('baskets.emptyAction')}</AppLink>}
      />
    );
  }
  return (
    <Empty
      title={t(why === 'no_own' ? 'baskets.noOwnTitle' : 'baskets.noneTitle')}
      text={t(why === 'no_own' ? 'baskets.noOwnText' : 'baskets.noneText')}
      action={<ButtonLink to="/baskets/new">{t('baskets.make')}</ButtonLink>}
    />
  );
}
