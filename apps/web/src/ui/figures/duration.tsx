import { useTranslation } from 'react-i18next';
import { duration } from '../../lib/format.ts';

/** How long something took, in words: `27 ms`, from a second on `15.5 s`. @param ms absent is a dash */
export function useDuration(): (ms: number | undefined) => string {
  const { t } = useTranslation();
  return (ms) => {
    if (ms === undefined) return t('common.none');
    const { value, unit } = duration(ms);
    return t(`figures.${unit}`, { value });
  };
}
