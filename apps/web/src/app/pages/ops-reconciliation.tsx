import type { OpsReconciliationRow } from '@trickdesk/contract';
import { OpsReconciliationPage } from '../../features/operations/reconciliation-page.tsx';
import { useReportColumns } from '../../features/reconciliation/report-columns.tsx';
import { ReportView } from '../../features/reconciliation/report-view.tsx';

/** Everybody's comparisons with the broker, each as its owner reads it. */
export function OpsReconciliation() {
  const columns = useReportColumns<OpsReconciliationRow>(({ clientCodeMasked }) => clientCodeMasked);
  return (
    <OpsReconciliationPage
      columns={columns}
      show={(report) => <ReportView report={report} trickPath={() => `/ops/desk/${report.person.userId}`} />}
    />
  );
}
