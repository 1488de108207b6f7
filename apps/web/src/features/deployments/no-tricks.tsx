import { useTranslation } from 'react-i18next';
import type { RecordMode } from '../../lib/record-mode.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { StatusChoice } from './my-tricks-view.ts';

interface NoTricksProps {
  readonly mode: RecordMode;
  readonly status: StatusChoice;
}

/** Why there is nothing here, and the one thing to do about it. */
export function NoTricks({ mode, status }: NoTricksProps) {
  const { t } = useTranslation();
  if (mode === 'Live') {
    return (
      <Empty
        title={t('deployments.emptyLiveTitle')}
        text={t('deployments.emptyLiveText')}
        action={<AppLink to="/my-tricks?type=Test">{t('deployments.goToTest')}</AppLink>}
      />
    );
  }
  if (status !== '0') {
    return (
      <Empty
        title={t('deployments.emptyStatusTitle', { status: t(`deployments.statusChoice.${status}`).toLowerCase() })}
        text={t('deployments.emptyStatusText')}
        action={<AppLink to="/my-tricks?type=Test&trickStatus=0">{t('deployments.showAll')}</AppLink>}
      />
    );
  }
  return (
    <Empty
      title={t('deployments.emptyTitle')}
      text={t('deployments.emptyText')}
      action={<AppLink to="/tricks">{t('deployments.goToCatalogue')}</AppLink>}
    />
  );
}
