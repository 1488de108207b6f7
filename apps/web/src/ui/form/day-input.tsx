import type { ComponentPropsWithoutRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInFull } from '../../lib/format.ts';
import css from './day-input.module.css';

interface DayInputProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'value'> {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** Stands in the field while no day is chosen. */
  readonly placeholder: string;
}

/**
 * The browser's own field and calendar for a day. A browser writes the day as its own language does, 07/09 or 09/07;
 * while nobody types in the field, the day stands in it as everywhere else: 9 Jul 2025.
 */
export function DayInput({ value, placeholder, className = '', ...rest }: DayInputProps) {
  const { i18n } = useTranslation();
  return (
    <span className={css.day}>
      <input type="date" value={value} className={`${css.native} ${className}`} {...rest} />
      <span className={css.written} data-empty={value === ''} aria-hidden="true">
        {value === '' ? placeholder : dayInFull(value, i18n.language)}
      </span>
    </span>
  );
}
