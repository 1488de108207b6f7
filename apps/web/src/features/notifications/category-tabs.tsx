import type { AlertCounts } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import css from './alerts.module.css';
import { ALERT_CATEGORY_NAMES } from './categories.ts';

interface CategoryTabsProps {
  /** Absent while they load: the tabs stand without figures. */
  readonly counts: AlertCounts | undefined;
  /** The number of the category that is shown; absent: all. */
  readonly current: number | undefined;
}

/** A tab for each category, with how many of its alerts are unread. */
export function CategoryTabs({ counts, current }: CategoryTabsProps) {
  const { t } = useTranslation();
  const labelOf = (name: string, unread: number): string =>
    unread === 0 ? name : t('notifications.tabWithCount', { name, unread: count(unread) });
  const unreadOf = (category: number): number =>
    counts?.categories.find((each) => each.notication_category_id === category)?.alertCount ?? 0;
  return (
    <div className={css.tabs}>
      <LinkTabs
        label={t('notifications.categories')}
        tabs={[
          {
            to: '/alerts',
            label: labelOf(t('notifications.all'), counts?.alertCount ?? 0),
            current: current === undefined,
          },
          ...ALERT_CATEGORY_NAMES.map((name, i) => ({
            to: `/alerts?category=${name}`,
            label: labelOf(t(`notifications.category.${name}`), unreadOf(i + 1)),
            current: current === i + 1,
          })),
        ]}
      />
    </div>
  );
}
