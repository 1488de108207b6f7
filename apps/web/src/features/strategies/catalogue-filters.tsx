import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { CATEGORIES, catalogueState, RISKS, SORTS } from './catalogue-view.ts';

/** Kind, risk and order, kept in the address. */
export function CatalogueFilters({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const { category, risk, sort } = catalogueState(list.query);
  return (
    <>
      <FilterSelect
        label={t('strategies.categoryFilter')}
        value={category ?? ''}
        options={[
          { value: '', label: t('strategies.allCategories') },
          ...CATEGORIES.map((value) => ({ value, label: t(`strategies.category.${value}`) })),
        ]}
        onChange={(value) => list.set({ category: value })}
      />
      <FilterSelect
        label={t('strategies.riskFilter')}
        value={risk ?? ''}
        options={[
          { value: '', label: t('strategies.allRisks') },
          ...RISKS.map((value) => ({ value, label: t(`strategies.risk.${value}`) })),
        ]}
        onChange={(value) => list.set({ risk: value })}
      />
      <FilterSelect
        label={t('strategies.sortBy')}
        value={sort}
        options={SORTS.map((value) => ({ value, label: t(`strategies.sort.${value}`) }))}
        onChange={(value) => list.set({ sort: value === 'return_total' ? '' : value })}
      />
    </>
  );
}
