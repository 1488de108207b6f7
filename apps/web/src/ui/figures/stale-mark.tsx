import { IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Freshness, useFreshness } from '../../lib/freshness.ts';
import css from './figures.module.css';

const MINUTE_SECONDS = 60;

/** How old live figures are, in words: `7 s old`, from two minutes on `2 min old`, `at close`. */
export function useAgeWords(): (age: NonNullable<Freshness>) => string {
  const { t } = useTranslation();
  return (age) => {
    if (age === 'close') return t('figures.atClose');
    if (age < 2 * MINUTE_SECONDS) return t('figures.secondsOld', { seconds: age });
    return t('figures.minutesOld', { minutes: Math.floor(age / MINUTE_SECONDS) });
  };
}

/**
 * Stands within a live figure while it is old, or the market is closed. It takes no room, and is read with its figure
 * without being announced; the bar on top announces once that prices are late.
 */
export function StaleMark() {
  const age = useFreshness();
  const words = useAgeWords();
  if (age === undefined) return null;
  return (
    <span className={css.mark} data-age={age} title={words(age)}>
      {age === 'close' ? null : <IconClockExclamation size={12} aria-hidden="true" />}
      <span className={css.age}>{words(age)}</span>
    </span>
  );
}
