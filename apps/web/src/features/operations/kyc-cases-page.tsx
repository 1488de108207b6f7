import type { KycCase } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE } from '../../ui/table/time-list.ts';
import texts from '../../ui/texts.module.css';
import { KycDrawer } from './kyc-drawer.tsx';
import { CASE_KINDS, CASE_STATES, caseRef, casesInput } from './kyc-view.ts';

/** Identities and bank accounts that a machine could not confirm. */
export function OpsKycPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = casesInput(list.query);
  const { data, error, refetch } = useCall('opskyccases', input, { keepPrevious: true });
  const opened = data?.case_list.find((one) => caseRef(one) === list.query['case']);
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.kycCases.title')} lead={t('operations.kycCases.lead')} />
      <DataTable<KycCase>
        label={t('operations.kycCases.title')}
        columns={useCaseColumns()}
        state={{ data: data && { rows: data.case_list, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={caseRef}
        rowLink={(one) => `/ops/kyc?${new URLSearchParams(changedQuery(list.query, { case: caseRef(one) }))}`}
        searchable
        ownSort="time"
        // What waits is a part of all: the choice stays in sight where nothing does.
        filtered
        filters={
          <>
            <FilterSelect
              label={t('operations.state')}
              value={input.state ?? 'waiting'}
              options={CASE_STATES.map((value) => ({ value, label: t(`operations.kycCases.states.${value}`) }))}
              onChange={(value) => list.set({ state: value === 'waiting' ? '' : value })}
            />
            <FilterSelect
              label={t('operations.kycCases.kind')}
              value={input.caseKind ?? 'all'}
              options={(['all', ...CASE_KINDS] as const).map((value) => ({
                value,
                label: t(`operations.kycCases.kinds.${value}`),
              }))}
              onChange={(value) => list.set({ kind: value === 'all' ? '' : value })}
            />
          </>
        }
        empty={
          <Empty
            title={t(isNarrowed(input) ? 'operations.kycCases.noMatch' : 'operations.nothingWaits')}
            text={t(isNarrowed(input) ? 'operations.kycCases.noMatchText' : 'operations.kycCases.emptyText')}
          />
        }
        total={data ? t('operations.kycCases.total', { count: data.total, formatted: count(data.total) }) : null}
      />
      <KycDrawer found={opened} onClose={() => list.show({ case: undefined })} />
    </div>
  );
}

const TONES = { pending: 'busy', verified: 'good', rejected: 'bad' } as const;

function useCaseColumns(): readonly TableColumn<KycCase>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<KycCase>[] => [
      {
        id: 'person',
        header: t('operations.person'),
        sort: { name: 'name', kind: 'text' },
        cell: ({ person }) => (
          <span className={texts.twoLines}>
            <span>{person.fullName}</span>
            <span className={texts.sub}>{person.email}</span>
          </span>
        ),
      },
      {
        id: 'kind',
        header: t('operations.kycCases.kind'),
        width: '9rem',
        cell: ({ caseKind }) => t(`operations.kycCases.kinds.${caseKind}`),
      },
      {
        id: 'doubt',
        header: t('operations.kycCases.doubt'),
        wide: true,
        priority: 2,
        cell: (one) => <DoubtWords found={one} />,
      },
      {
        id: 'state',
        header: t('operations.state'),
        width: '8rem',
        cell: ({ status }) => <StateDot tone={TONES[status]}>{t(`kyc.states.${status}`)}</StateDot>,
      },
      {
        id: 'since',
        header: t('operations.kycCases.since'),
        width: '10rem',
        sort: { name: 'time', kind: 'time' },
        cell: ({ since }) => <Moment at={since} wall />,
      },
    ],
    [t],
  );
}

/** What does not fit, in a few words. */
function DoubtWords({ found: { caseKind, doubts, status, reason } }: { readonly found: KycCase }) {
  const { t } = useTranslation();
  if (status !== 'pending') return reason ?? t('common.none');
  if (caseKind === 'bank') return t('operations.kycCases.bankDoubt');
  return doubts.map((doubt) => t(`operations.kycCases.doubts.${doubt}`)).join(' · ');
}
