import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DESIGNATIONS } from './team-view.ts';

/** The name of a level, and the name with its number. */
export function useBadge() {
  const { t } = useTranslation();
  const nameOf = useCallback(
    (level: number) => t(`team.badges.${DESIGNATIONS.find((each) => each === level) ?? DESIGNATIONS[0]}`),
    [t],
  );
  const badgeOf = useCallback((level: number) => t('team.badge', { level, name: nameOf(level) }), [t, nameOf]);
  return { nameOf, badgeOf };
}
