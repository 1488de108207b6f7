import type { ReconciliationRow } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { changedQuery, sortIn, useListState } from '../../ui/table/list-state.ts';
import { CompareNow } from './compare-now.tsx';
import { LatencySection } from './latency-section.tsx';
import { useReportColumns } from './report-columns.tsx';
import { ReportDrawer } from './report-drawer.tsx';

const PAGE_SIZE = 12;

/** Whether our books and the broker's agreed at the end of each day, and how fast orders were. */
export function ReconciliationPage() {
  const { t } = useTranslation();
  const list = useListState();
  const search = list.search === '' ? {} : { Search: list.search };
  const sort = sortIn(list.query, ['day']);
  const input = { pageNumber: list.page, pageSize: PAGE_SIZE, ...search, ...(sort ? { sort } : {}) };
  const page = useCall('reconciliationreports', input, { keepPrevious: true });
  const columns = useReportColumns<ReconciliationRow>(({ clientCode }) => clientCode);
  const reportId = Number(list.query['report'] ?? '');
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('reconciliation.title')}
        lead={t('reconciliation.lead')}
        actions={<CompareNow list={list} />}
      />
      <DataTable<ReconciliationRow>
        label={t('reconciliation.title')}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.report_list, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(report) => report.reportId}
        rowLink={(report) =>
          `/reconciliation?${new URLSearchParams(changedQuery(list.query, { report: String(report.reportId) }))}`
        }
        searchable
        ownSort="-day"
        filtered={list.search !== ''}
        empty={<NothingCompared />}
        exportName={t('reconciliation.title')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('reconciliationreports', { ...input, pageNumber, pageSize });
            return { rows: answer.report_list, total: answer.total };
          })
        }
      />
      <LatencySection />
      <ReportDrawer
        reportId={Number.isSafeInteger(reportId) && reportId > 0 ? reportId : undefined}
        onClose={() => list.show({ report: undefined })}
      />
    </div>
  );
}

function NothingCompared() {
  const { t } = useTranslation();
  const links = useCall('getangelone', {});
  const title = t('reconciliation.emptyTitle');
  if (links.data === undefined || links.data.broker_details.length > 0) {
    return <Empty title={title} text={t('reconciliation.emptyLinked')} />;
  }
  return (
    <Empty
      title={title}
      text={t('reconciliation.emptyText')}
      action={<ButtonLink to="/profile/broker">{t('reconciliation.emptyAction')}</ButtonLink>}
    />
  );
}
