import type { OpsReconciliationReport } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { PersonLink } from './person-lines.tsx';

interface ShowProps {
  /** A report, as its owner reads it. */
  readonly show: (report: OpsReconciliationReport) => ReactNode;
}

interface ReconciliationDrawerProps extends ShowProps {
  /** Absent: nothing is open. */
  readonly reportId: number | undefined;
  readonly onClose: () => void;
}

/** One comparison of somebody: whose it is, and what its owner reads. */
export function ReconciliationDrawer({ reportId, onClose, show }: ReconciliationDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={reportId !== undefined} onClose={onClose} title={t('reconciliation.report')}>
      {reportId === undefined ? null : <ReportLoader reportId={reportId} show={show} />}
    </DetailDrawer>
  );
}

function ReportLoader({ reportId, show }: ShowProps & { readonly reportId: number }) {
  const { t } = useTranslation();
  const state = useCall('opsreconciliationreport', { reportId });
  if (state.error?.is('NOT_FOUND')) {
    return <Empty title={t('operations.reconciliation.missing')} text={t('operations.reconciliation.missingText')} />;
  }
  return (
    <Loaded
      state={state}
      failed={t('reconciliation.failed')}
      skeleton={<SkeletonLines label={t('reconciliation.loading')} lines={8} />}
    >
      {({ report }) => (
        <div className={css.detail}>
          <FactRows
            rows={[
              [t('operations.person'), <PersonLink key="person" person={report.person} />],
              [t('operations.email'), report.person.email],
              [t('reconciliation.account'), <bdi key="account">{report.clientCodeMasked}</bdi>],
              [t('reconciliation.madeAt'), <Moment key="made" at={report.madeAt} wall />],
            ]}
          />
          <p className={facts.text}>{t('operations.reconciliation.asOwner', { name: report.person.fullName })}</p>
          {show(report)}
        </div>
      )}
    </Loaded>
  );
}
