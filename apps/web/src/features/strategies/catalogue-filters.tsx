import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { CATEGORIES, catalogueState, RISKS } from './catalogue-view.ts';

/** Kind and risk, kept in the address. */
export function CatalogueFilters({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const { category, risk } = catalogueState(list.query);
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
    </>
  );
}
