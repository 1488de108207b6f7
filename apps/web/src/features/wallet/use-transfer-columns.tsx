import type { Withdrawal } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BankAccount } from '../../ui/bank-account.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { WithdrawalState } from './withdrawal-state.tsx';

export function useTransferColumns(): readonly TableColumn<Withdrawal>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<Withdrawal>[] => [
      {
        id: 'time',
        header: t('wallet.time'),
        sort: { name: 'time', kind: 'time' },
        width: '9rem',
        csv: ({ requestedAt }) => requestedAt,
        cell: ({ requestedAt }) => <Moment at={requestedAt} wall />,
      },
      {
        id: 'amount',
        header: t('wallet.amount'),
        align: 'end',
        width: '9rem',
        csv: ({ amountPaise }) => amountPaise / 100,
        cell: ({ amountPaise }) => <Money paise={amountPaise} />,
      },
      {
        id: 'state',
        header: t('wallet.state'),
        width: '10rem',
        csv: ({ state }) => t(`wallet.states.${state}`),
        cell: ({ state }) => <WithdrawalState state={state} />,
      },
      {
        id: 'to',
        wide: true,
        header: t('wallet.to'),
        csv: ({ accountMasked, ifsc }) => `${accountMasked} ${ifsc}`,
        cell: ({ accountMasked, ifsc }) => <BankAccount masked={accountMasked} ifsc={ifsc} />,
      },
      {
        id: 'wallet',
        header: t('wallet.wallet'),
        width: '8rem',
        priority: 3,
        csv: ({ wallet_id: id }) => t(`wallet.names.${id}`),
        cell: ({ wallet_id: id }) => t(`wallet.names.${id}`),
      },
      {
        id: 'reference',
        header: t('wallet.bankReference'),
        width: '10rem',
        priority: 2,
        csv: ({ bankReference }) => bankReference,
        cell: ({ bankReference }) => bankReference ?? t('common.none'),
      },
    ],
    [t],
  );
}
