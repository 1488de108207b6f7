import type { NotificationRow } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import css from './alerts.module.css';
import type { MarkReadState } from './use-mark-read.ts';

export function useAlertColumns({
  loading,
  mark,
}: Pick<MarkReadState, 'loading' | 'mark'>): readonly TableColumn<NotificationRow>[] {
  const { t } = useTranslation();
  return useMemo((): TableColumn<NotificationRow>[] => {
    return [
      {
        id: 'alert',
        header: t('notifications.alert'),
        wide: true,
        csv: (alert) => `${alert.title} ${alert.body}`,
        cell: (alert) => <AlertCell alert={alert} />,
      },
      {
        id: 'time',
        header: t('notifications.time'),
        sort: { name: 'time', kind: 'time' },
        width: '8rem',
        csv: (alert) => alert.createdAt,
        cell: (alert) => <Moment at={alert.createdAt} wall />,
      },
      {
        id: 'read',
        header: t('notifications.state'),
        align: 'end',
        width: '9rem',
        csv: (alert) => alert.readAt ?? '',
        cell: (alert) =>
          alert.readAt === undefined ? (
            <Button
              look="quiet"
              small
              busy={loading === alert.notification_id}
              disabled={loading !== undefined}
              onClick={() => void mark(alert.notification_id)}
            >
              {t('notifications.markRead')}
            </Button>
          ) : (
            <span className={css.read}>{t('notifications.read')}</span>
          ),
      },
    ];
  }, [t, loading, mark]);
}

/** What happened, with a mark while it is unread; a screen reader hears the mark as a word. */
function AlertCell({ alert }: { readonly alert: NotificationRow }) {
  const { t } = useTranslation();
  const unread = alert.readAt === undefined;
  return (
    <div className={css.alert} data-unread={unread} data-severity={alert.severity}>
      {unread ? (
        <span className={css.dot} role="img" aria-label={t(`notifications.unread.${alert.severity}`)} />
      ) : (
        <span />
      )}
      <div>
        <div className={css.title}>
          {alert.link === undefined ? (
            <bdi>{alert.title}</bdi>
          ) : (
            <AppLink to={alert.link} className={css.link}>
              <bdi>{alert.title}</bdi>
            </AppLink>
          )}
        </div>
        <div className={css.body}>
          <bdi>{alert.body}</bdi>
        </div>
      </div>
    </div>
  );
}
