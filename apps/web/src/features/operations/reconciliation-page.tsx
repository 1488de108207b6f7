import type { OpsReconciliationReport, OpsReconciliationRow } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../lib/route-id.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import type { TableColumn } from '../../ui/table/column.ts';
import { DateRange } from '../../ui/table/date-range.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { ListPage } from './list-page.tsx';
import { PersonLines, personInFile } from './person-lines.tsx';
import { ReconciliationDrawer } from './reconciliation-drawer.tsx';
import { REPORT_LISTS, reportsInput } from './reconciliation-view.ts';

interface OpsReconciliationPageProps {
  /** What the owner's own list says of a comparison. */
  readonly columns: readonly TableColumn<OpsReconciliationRow>[];
  /** A report, as its owner reads it. */
  readonly show: (report: OpsReconciliationReport) => ReactNode;
}

/** Comparisons with the brokers over all people: those that differ first. */
export function OpsReconciliationPage({ columns, show }: OpsReconciliationPageProps) {
  const { t } = useTranslation();
  const list = useListState();
  const input = reportsInput(list.query);
  return (
    <>
      <ListPage
        title={t('operations.reconciliation.title')}
        lead={t('operations.reconciliation.lead')}
        input={input}
        state={useCall('opsreconciliation', input, { keepPrevious: true })}
        rowsOf={({ report_list }) => report_list}
        readPage={(asked) => send('opsreconciliation', { ...input, ...asked })}
        columns={useColumns(columns)}
        path="/ops/reconciliation"
        rowRef={({ reportId }) => String(reportId)}
        detail="report"
        isQueue
        ownSort="-day"
        filters={
          <>
            <ChoiceFilter
              label={t('reconciliation.statusHead')}
              name="state"
              values={REPORT_LISTS}
              say={(value) => t(`operations.reconciliation.lists.${value}`)}
            />
            <DateRange list={list} fromLabel={t('activity.from')} toLabel={t('activity.to')} />
          </>
        }
        empty={{
          title: t('operations.reconciliation.nothingDiffers'),
          text: t('operations.reconciliation.nothingDiffersText'),
        }}
        noMatch={{
          title: t('operations.reconciliation.noMatch'),
          text: t('operations.reconciliation.noMatchText'),
        }}
        total={(counted) => t('operations.reconciliation.total', counted)}
      />
      <ReconciliationDrawer
        reportId={routeId(list.query['report'])}
        onClose={() => list.show({ report: undefined })}
        show={show}
      />
    </>
  );
}

/** Whose it is, before what the owner's own list says. */
function useColumns(columns: OpsReconciliationPageProps['columns']): readonly TableColumn<OpsReconciliationRow>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'person',
      header: t('operations.person'),
      cell: ({ person }) => <PersonLines person={person} />,
      csv: ({ person }) => personInFile(person),
    },
    ...columns,
  ];
}
