import { indiaDateOf } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { exchangeNow } from '../../lib/exchange-clock.ts';
import { DateRange } from '../../ui/table/date-range.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import css from './profit.module.css';
import { daysIn, daysOf, PRESETS, presetOf, ROBO_CHOICES, roboIn } from './profit-range.ts';

interface ProfitFiltersProps {
  readonly list: ListState;
  /** Some trick is in Robo Pro: otherwise there is nothing to choose. */
  readonly hasRoboPro: boolean;
}

/** Which days, and which tricks: in the address, so that a link keeps them; the list above stays where it is. */
export function ProfitFilters({ list, hasRoboPro }: ProfitFiltersProps) {
  const { t } = useTranslation();
  const today = indiaDateOf(exchangeNow());
  const robo = roboIn(list.query);
  const preset = presetOf(daysIn(list.query), today);
  const choose = (chosen: string) => {
    const days = PRESETS.find((one) => one === chosen);
    if (days === undefined) return;
    const { from, to } = daysOf(days, today);
    list.show({ from_date: from, to_date: to });
  };
  return (
    <div className={css.filters}>
      <FilterSelect
        label={t('profit.days')}
        value={preset ?? 'own'}
        options={[
          ...PRESETS.map((value) => ({ value, label: t(`profit.presets.${value}`) })),
          ...(preset === undefined ? [{ value: 'own', label: t('profit.presets.own') }] : []),
        ]}
        onChange={choose}
      />
      <DateRange list={{ ...list, set: list.show }} fromLabel={t('profit.from')} toLabel={t('profit.to')} />
      {hasRoboPro || robo !== '' ? (
        <FilterSelect
          label={t('profit.robo')}
          value={robo}
          options={ROBO_CHOICES.map((value) => ({ value, label: t(`profit.roboChoice.${value || 'all'}`) }))}
          onChange={(value) => list.show({ robo_pro: value })}
        />
      ) : null}
    </div>
  );
}
