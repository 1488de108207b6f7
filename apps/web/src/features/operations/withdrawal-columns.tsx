import type { OpsWithdrawal } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BankAccount } from '../../ui/bank-account.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { PersonLines, personInFile } from './person-lines.tsx';

const TONES = {
  ...{ requested: 'busy', approved: 'busy', sent: 'busy', paid: 'good' },
  ...{ reversed: 'bad', failed: 'bad', rejected: 'bad' },
} as const satisfies Record<OpsWithdrawal['state'], StateTone>;

export function useWithdrawalColumns(): readonly TableColumn<OpsWithdrawal>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OpsWithdrawal>[] => [
      {
        id: 'person',
        header: t('operations.person'),
        csv: ({ person }) => personInFile(person),
        cell: ({ person }) => <PersonLines person={person} />,
      },
      {
        id: 'amount',
        header: t('operations.amount'),
        align: 'end',
        width: '9rem',
        sort: { name: 'amount', kind: 'number' },
        csv: ({ amountPaise }) => amountPaise / 100,
        cell: ({ amountPaise }) => <Money paise={amountPaise} />,
      },
      {
        id: 'state',
        header: t('operations.state'),
        width: '10rem',
        csv: ({ state }) => t(`operations.states.${state}`),
        cell: ({ state, outOfStep }) => (
          <StateDot tone={outOfStep === undefined ? TONES[state] : 'bad'} title={outOfStep}>
            {t(outOfStep === undefined ? `operations.states.${state}` : 'operations.outOfStep')}
          </StateDot>
        ),
      },
      {
        id: 'approvals',
        header: t('operations.approvals'),
        width: '7rem',
        priority: 2,
        csv: ({ approvals, approvalsNeeded }) => `${approvals.length}/${approvalsNeeded}`,
        cell: ({ approvals, approvalsNeeded }) =>
          t('operations.approvalsOf', { given: approvals.length, needed: approvalsNeeded }),
      },
      {
        id: 'to',
        wide: true,
        header: t('operations.to'),
        priority: 3,
        csv: ({ accountMasked, ifsc }) => `${accountMasked} ${ifsc}`,
        cell: ({ accountMasked, ifsc }) => <BankAccount masked={accountMasked} ifsc={ifsc} />,
      },
      {
        id: 'time',
        header: t('operations.askedAt'),
        width: '9rem',
        sort: { name: 'time', kind: 'time', startsUp: true },
        csv: ({ requestedAt }) => requestedAt,
        cell: ({ requestedAt }) => <Moment at={requestedAt} wall />,
      },
    ],
    [t],
  );
}
