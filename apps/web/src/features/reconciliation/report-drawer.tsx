import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { ReportView } from './report-view.tsx';

interface ReportDrawerProps {
  /** Absent: nothing is open. */
  readonly reportId: number | undefined;
  readonly onClose: () => void;
}

/** One comparison: what was compared, what differs, and what to do about it. */
export function ReportDrawer({ reportId, onClose }: ReportDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={reportId !== undefined} onClose={onClose} title={t('reconciliation.report')}>
      {reportId === undefined ? null : <ReportLoader reportId={reportId} />}
    </DetailDrawer>
  );
}

function ReportLoader({ reportId }: { readonly reportId: number }) {
  const { t } = useTranslation();
  const state = useCall('reconciliationreport', { reportId });
  return (
    <Loaded
      state={state}
      failed={t('reconciliation.failed')}
      skeleton={<SkeletonLines label={t('reconciliation.loading')} lines={8} />}
    >
      {({ report }) => <ReportView report={report} trickPath={(id) => `/my-tricks/${id}`} />}
    </Loaded>
  );
}
