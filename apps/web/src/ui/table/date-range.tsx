import { useTranslation } from 'react-i18next';
import { DayInput } from '../form/day-input.tsx';
import css from './date-range.module.css';
import type { ListState } from './list-state.ts';

interface DateRangeProps {
  readonly list: ListState;
  readonly fromLabel: string;
  readonly toLabel: string;
}

/** A day in an address; anything else is no filter. */
export function dateOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) ? text : undefined;
}

/** Two days, both included, kept in the address as `from_date` and `to_date`. */
export function DateRange({ list, fromLabel, toLabel }: DateRangeProps) {
  const { t } = useTranslation();
  const from = dateOf(list.query['from_date']) ?? '';
  const to = dateOf(list.query['to_date']) ?? '';
  return (
    <span className={css.range}>
      <DayInput
        className={css.date}
        placeholder={t('table.from')}
        aria-label={fromLabel}
        title={fromLabel}
        value={from}
        max={to === '' ? undefined : to}
        onChange={(event) => list.set({ from_date: event.currentTarget.value })}
      />
      <span aria-hidden="true">–</span>
      <DayInput
        className={css.date}
        placeholder={t('table.to')}
        aria-label={toLabel}
        title={toLabel}
        value={to}
        min={from === '' ? undefined : from}
        onChange={(event) => list.set({ to_date: event.currentTarget.value })}
      />
    </span>
  );
}
