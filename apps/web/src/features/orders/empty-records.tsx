import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';

interface EmptyRecordsProps {
  readonly live: boolean;
  readonly filtered: boolean;
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly liveTitle: string;
  readonly liveText: string;
}

/** Why a list is empty: its filters, live that does not exist yet, or nothing has happened. */
export function EmptyRecords({ live, filtered, path, title, text, liveTitle, liveText }: EmptyRecordsProps) {
  const { t } = useTranslation();
  if (filtered) return <Empty title={t('orders.noMatchTitle')} text={t('orders.noMatchText')} />;
  if (!live) return <Empty title={title} text={text} />;
  return (
    <Empty
      title={liveTitle}
      text={liveText}
      action={<AppLink to={`${path}?type=Test`}>{t('orders.goToTest')}</AppLink>}
    />
  );
}
