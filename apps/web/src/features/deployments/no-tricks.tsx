import { useTranslation } from 'react-i18next';
import type { RecordMode } from '../../lib/record-mode.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { emptinessOf, type StatusChoice } from './my-tricks-view.ts';

interface NoTricksProps {
  readonly mode: RecordMode;
  readonly status: StatusChoice;
}

/** Why there is nothing here, and the one thing to do about it. */
export function NoTricks({ mode, status }: NoTricksProps) {
  const { t } = useTranslation();
  const why = emptinessOf(mode, status);
  if (why.kind === 'none_live') {
    return (
      <Empty
        title={t('deployments.emptyLiveTitle')}
        text={t('deployments.emptyLiveText')}
        action={<AppLink to="/my-tricks?type=Test">{t('deployments.goToTest')}</AppLink>}
      />
    );
  }
  if (why.kind === 'none_with_state') {
    const state = t(`deployments.statusChoice.${status}`).toLowerCase();
    return (
      <Empty
        title={t(`deployments.emptyStatusTitle.${mode}`, { status: state })}
        text={t(`deployments.emptyStatusText.${mode}`)}
        action={<AppLink to={why.all}>{t('deployments.showAll')}</AppLink>}
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
