import type { ReconciliationRow } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';

const TONES = { agrees: 'good', differs: 'bad', incomplete: 'busy' } as const satisfies Record<string, StateTone>;

/** A line of a list, whoever reads it. */
type ReportLine = Omit<ReconciliationRow, 'brokerId' | 'clientCode'>;

/** @param accountOf how the account at the broker is called: whoever is not its owner sees a part of its code */
export function useReportColumns<Row extends ReportLine>(
  accountOf: (report: Row) => string,
): readonly TableColumn<Row>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'day',
      header: t('reconciliation.day'),
      sort: { name: 'day', kind: 'time' },
      cell: ({ day }) => dayInFull(day),
      csv: ({ day }) => day,
      width: '8rem',
    },
    {
      id: 'status',
      header: t('reconciliation.statusHead'),
      cell: (report) => <ReportState status={report.status} />,
      csv: ({ status }) => status,
    },
    {
      id: 'account',
      header: t('reconciliation.account'),
      cell: (report) => <bdi>{accountOf(report)}</bdi>,
      csv: accountOf,
      priority: 2,
    },
    {
      id: 'badge',
      header: t('reconciliation.mode'),
      cell: ({ badge }) => <ModeBadge badge={badge} />,
      priority: 3,
      wide: true,
    },
    {
      id: 'unexplained',
      header: t('reconciliation.unexplained'),
      cell: ({ unexplained }) => count(unexplained),
      csv: ({ unexplained }) => unexplained,
      align: 'end',
      width: '9rem',
    },
    {
      id: 'differences',
      header: t('reconciliation.differences'),
      cell: ({ differences }) => count(differences),
      csv: ({ differences }) => differences,
      align: 'end',
      priority: 2,
      width: '9rem',
    },
    {
      id: 'madeAt',
      header: t('reconciliation.madeAt'),
      cell: ({ madeAt }) => <Moment at={madeAt} wall />,
      csv: ({ madeAt }) => madeAt,
      priority: 3,
      width: '9rem',
    },
  ];
}

export function ReportState({ status }: { readonly status: ReconciliationRow['status'] }) {
  const { t } = useTranslation();
  return <StateDot tone={TONES[status]}>{t(`reconciliation.status.${status}`)}</StateDot>;
}
