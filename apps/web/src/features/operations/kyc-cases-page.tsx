import type { KycCase } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { KycDrawer } from './kyc-drawer.tsx';
import { CASE_KINDS, CASE_STATES, caseRef, casesInput } from './kyc-view.ts';
import { ListPage } from './list-page.tsx';
import { PersonLines } from './person-lines.tsx';

/** Identities and bank accounts that a machine could not confirm. */
export function OpsKycPage() {
  const { t } = useTranslation();
  const input = casesInput(useListState().query);
  return (
    <ListPage
      title={t('operations.kycCases.title')}
      lead={t('operations.kycCases.lead')}
      input={input}
      state={useCall('opskyccases', input, { keepPrevious: true })}
      rowsOf={({ case_list }) => case_list}
      columns={useCaseColumns()}
      path="/ops/kyc"
      rowRef={caseRef}
      detail="case"
      isQueue
      filters={
        <>
          <ChoiceFilter
            label={t('operations.state')}
            name="state"
            values={CASE_STATES}
            say={(value) => t(`operations.kycCases.states.${value}`)}
          />
          <ChoiceFilter
            label={t('operations.kycCases.kind')}
            name="kind"
            values={['all', ...CASE_KINDS]}
            say={(value) => t(`operations.kycCases.kinds.${value}`)}
          />
        </>
      }
      empty={{ title: t('operations.nothingWaits'), text: t('operations.kycCases.emptyText') }}
      noMatch={{ title: t('operations.kycCases.noMatch'), text: t('operations.kycCases.noMatchText') }}
      total={(counted) => t('operations.kycCases.total', counted)}
    >
      {(opened, onClose) => <KycDrawer found={opened} onClose={onClose} />}
    </ListPage>
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
        cell: ({ person }) => <PersonLines person={person} />,
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
