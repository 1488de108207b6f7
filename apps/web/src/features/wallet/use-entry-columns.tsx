import type { WalletEntry } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Money, Signed } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import css from './wallet.module.css';

export function useEntryColumns(): readonly TableColumn<WalletEntry>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<WalletEntry>[] => [
      {
        id: 'time',
        header: t('wallet.time'),
        sort: { name: 'time', kind: 'time' },
        width: '9rem',
        csv: (entry) => entry.at,
        cell: (entry) => <Moment at={entry.at} wall />,
      },
      {
        id: 'sentence',
        header: t('wallet.what'),
        wide: true,
        csv: (entry) => entry.sentence,
        cell: (entry) => (
          <p className={css.sentence} data-money="words">
            {entry.sentence}
          </p>
        ),
      },
      {
        id: 'cause',
        header: t('wallet.cause'),
        width: '9rem',
        priority: 3,
        csv: (entry) => t(`wallet.causes.${entry.cause}`),
        cell: (entry) => t(`wallet.causes.${entry.cause}`),
      },
      {
        id: 'wallet',
        header: t('wallet.wallet'),
        width: '8rem',
        priority: 2,
        csv: (entry) => t(`wallet.names.${entry.wallet_id}`),
        cell: (entry) => t(`wallet.names.${entry.wallet_id}`),
      },
      {
        id: 'amount',
        header: t('wallet.amount'),
        align: 'end',
        width: '9rem',
        csv: (entry) => signedPaise(entry) / 100,
        cell: (entry) => (
          <span data-money="part">
            <Signed paise={signedPaise(entry)} />
          </span>
        ),
      },
      {
        id: 'balance',
        header: t('wallet.balance'),
        align: 'end',
        width: '9rem',
        csv: (entry) => entry.balancePaise / 100,
        cell: (entry) => (
          <span data-money="part">
            <Money paise={entry.balancePaise} />
          </span>
        ),
      },
    ],
    [t],
  );
}

function signedPaise({ type, amountPaise }: WalletEntry): number {
  return type === 'C' ? amountPaise : -amountPaise;
}
