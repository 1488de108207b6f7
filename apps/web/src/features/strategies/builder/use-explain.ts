import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What a name of the language means, in words; `undefined` for a name that is none. */
export function useExplain(): (name: string) => string | undefined {
  const { t, i18n } = useTranslation();
  return useCallback(
    (name) => {
      const key = `builder.words.${name.replace('.', '_')}`;
      return i18n.exists(key) ? t(key as 'builder.words.ema') : undefined;
    },
    [t, i18n],
  );
}
