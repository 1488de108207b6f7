import type { OpsBasket } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { useListState } from '../../ui/table/list-state.ts';
import texts from '../../ui/texts.module.css';
import { BASKET_LISTS, BASKET_TONES, basketsInput } from './baskets-view.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { ListPage } from './list-page.tsx';

/** The catalogue's baskets: how many people hold them, and how their reviews stand. */
export function OpsBasketsPage() {
  const { t } = useTranslation();
  const input = basketsInput(useListState().query);
  return (
    <ListPage
      title={t('operations.baskets.title')}
      lead={t('operations.baskets.lead')}
      input={input}
      state={useCall('opsbaskets', input, { keepPrevious: true })}
      rowsOf={({ basket_list }) => basket_list}
      columns={useBasketColumns()}
      path="/ops/baskets"
      rowRef={({ basketId }) => String(basketId)}
      ownSort="name"
      filters={
        <ChoiceFilter
          label={t('operations.state')}
          name="state"
          values={BASKET_LISTS}
          say={(value) => t(`operations.baskets.lists.${value}`)}
        />
      }
      empty={{ title: t('operations.baskets.none'), text: t('operations.baskets.noneText') }}
      noMatch={{ title: t('operations.baskets.noMatch'), text: t('operations.baskets.noMatchText') }}
      total={(counted) => t('operations.baskets.total', counted)}
    />
  );
}

function useBasketColumns(): readonly TableColumn<OpsBasket>[] {
  const { t, i18n } = useTranslation();
  return useMemo((): TableColumn<OpsBasket>[] => {
    const day = (
      id: string,
      name: 'lastReview' | 'nextReview',
      read: (basket: OpsBasket) => string | undefined,
    ): TableColumn<OpsBasket> => ({
      ...{ id, header: t(`operations.baskets.${name}`), width: '10rem', priority: 2 },
      sort: { name, kind: 'time' },
      cell: (basket) => {
        const date = read(basket);
        return date === undefined ? t('common.none') : dayInFull(date, i18n.language);
      },
    });
    return [
      {
        id: 'basket',
        header: t('operations.baskets.basket'),
        sort: { name: 'name', kind: 'text' },
        cell: ({ name, theme, risk }) => (
          <span className={texts.twoLines}>
            <span>{name}</span>
            <span className={texts.sub}>
              {t(`baskets.theme.${theme}`)} · {t(`strategies.risk.${risk}`)}
            </span>
          </span>
        ),
      },
      {
        id: 'names',
        header: t('operations.baskets.names'),
        width: '6rem',
        align: 'end',
        priority: 2,
        cell: ({ constituentCount }) => count(constituentCount),
      },
      {
        id: 'holders',
        header: t('operations.baskets.holders'),
        width: '7rem',
        align: 'end',
        sort: { name: 'holders', kind: 'number' },
        cell: ({ holders }) => count(holders),
      },
      {
        id: 'sips',
        header: t('operations.baskets.sips'),
        width: '6rem',
        align: 'end',
        priority: 2,
        sort: { name: 'sips', kind: 'number' },
        cell: ({ sips }) => count(sips),
      },
      day('last', 'lastReview', ({ lastReviewedOn }) => lastReviewedOn),
      day('next', 'nextReview', ({ nextReviewOn }) => nextReviewOn),
      {
        id: 'state',
        header: t('operations.state'),
        width: '9rem',
        cell: ({ state }) => <StateDot tone={BASKET_TONES[state]}>{t(`operations.baskets.states.${state}`)}</StateDot>,
      },
    ];
  }, [t, i18n.language]);
}
