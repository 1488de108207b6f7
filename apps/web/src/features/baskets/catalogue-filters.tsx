import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { catalogueState, RISKS, THEMES } from './catalogue-view.ts';

/** Theme and risk, kept in the address. */
export function CatalogueFilters({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const { theme, risk } = catalogueState(list.query);
  return (
    <>
      <FilterSelect
        label={t('baskets.themeFilter')}
        value={theme ?? ''}
        options={[
          { value: '', label: t('baskets.allThemes') },
          ...THEMES.map((value) => ({ value, label: t(`baskets.theme.${value}`) })),
        ]}
        onChange={(value) => list.set({ theme: value })}
      />
      <FilterSelect
        label={t('baskets.riskFilter')}
        value={risk ?? ''}
        options={[
          { value: '', label: t('baskets.allRisks') },
          ...RISKS.map((value) => ({ value, label: t(`baskets.risk.${value}`) })),
        ]}
        onChange={(value) => list.set({ risk: value })}
      />
    </>
  );
}
