import { IconChecks } from '@tabler/icons-react';
import type { NotificationRow } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { useAlertColumns } from './alert-columns.tsx';
import css from './alerts.module.css';
import { alertsInput, categoryIn, PAGE_SIZE, READINGS, type Reading, readingIn } from './alerts-view.ts';
import { CategoryTabs } from './category-tabs.tsx';
import { useMarkRead } from './use-mark-read.ts';

/** What the product had to tell, by category; each can be marked as read, or all of a category at once. */
export function AlertsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = alertsInput(list.query);
  const category = categoryIn(list.query);
  const page = useCall('usernotificationlist', input, { keepPrevious: true });
  const counts = useCall('usernotificationcount', {});
  const { loading, error, mark } = useMarkRead(list);
  const columns = useAlertColumns({ loading, mark });
  const unread = useMemo(() => {
    const own = counts.data?.categories.find((each) => each.notication_category_id === category);
    return category === undefined ? counts.data?.alertCount : (own?.alertCount ?? 0);
  }, [counts.data, category]);
  const reading = readingIn(list.query);
  const filtered = list.search !== '' || reading !== '';
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('notifications.title')}
        lead={t('notifications.lead')}
        actions={
          <Button
            look="quiet"
            busy={loading === 'all'}
            disabled={!unread || loading !== undefined}
            icon={<IconChecks size={16} aria-hidden="true" />}
            onClick={() => void mark('all')}
          >
            {t(category === undefined ? 'notifications.readAll' : 'notifications.readCategory')}
          </Button>
        }
      />
      <CategoryTabs counts={counts.data} current={category} />
      {error === undefined ? null : (
        <p className={css.error} role="alert">
          {t('notifications.notMarked', { message: error })}
        </p>
      )}
      <DataTable<NotificationRow>
        label={t('notifications.title')}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.notification_list, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(alert) => alert.notification_id}
        searchable
        ownSort="-time"
        filtered={filtered}
        filters={
          <FilterSelect
            label={t('notifications.show')}
            value={reading}
            options={READINGS.map((value) => ({ value, label: t(`notifications.reading.${value || 'all'}`) }))}
            onChange={(value) => list.set({ show: value })}
          />
        }
        empty={<NoAlerts category={category} reading={reading} onShowAll={() => list.set({ show: '' })} />}
        total={
          page.data ? t('notifications.total', { count: page.data.total, formatted: count(page.data.total) }) : null
        }
        exportName={t('notifications.title')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('usernotificationlist', { ...input, pageNumber, pageSize });
            return { rows: answer.notification_list, total: answer.total };
          })
        }
      />
    </div>
  );
}

interface NoAlertsProps {
  readonly category: number | undefined;
  readonly reading: Reading;
  readonly onShowAll: () => void;
}

/** With only unread or only read ones asked for, an empty list does not say that there are no alerts. */
function NoAlerts({ category, reading, onShowAll }: NoAlertsProps) {
  const { t } = useTranslation();
  if (reading !== '') {
    return (
      <Empty
        title={t(`notifications.emptyReading.${reading}`)}
        text={t('notifications.emptyReadingText')}
        action={
          <Button look="quiet" onClick={onShowAll}>
            {t('notifications.showAll')}
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      title={t(category === undefined ? 'notifications.emptyTitle' : 'notifications.emptyCategoryTitle')}
      text={t('notifications.emptyText')}
    />
  );
}
