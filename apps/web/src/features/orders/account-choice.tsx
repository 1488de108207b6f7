import { NativeSelect } from '@mantine/core';
import type { BrokerDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { ModeBand } from '../../ui/figures/mode.tsx';
import css from './own-orders.module.css';

interface AccountChoiceProps {
  readonly accounts: readonly BrokerDetails[];
  readonly chosen: BrokerDetails | undefined;
  readonly onChoose: (brokerId: number | undefined) => void;
}

/** The broker account that an order goes to: the only one by name, or a choice that nothing is preselected in. */
export function AccountChoice({ accounts, chosen, onChoose }: AccountChoiceProps) {
  const { t } = useTranslation();
  const [first] = accounts;
  if (!first) return null;
  const nameOf = ({ clientCode, status }: BrokerDetails) =>
    status === 'linked' ? clientCode : t(`orders.own.accountWith.${status}`, { clientCode });
  return (
    <>
      <ModeBand badge={first.environment === 'live' ? 'live' : 'live_simulated'} />
      {accounts.length === 1 ? (
        <p className={css.nothing}>{t('orders.own.goesTo', { clientCode: first.clientCode })}</p>
      ) : (
        <NativeSelect
          label={t('orders.own.account')}
          value={String(chosen?.brokerId ?? '')}
          data={[
            ...(chosen ? [] : [{ value: '', label: t('orders.own.chooseAccount') }]),
            ...accounts.map((account) => ({ value: String(account.brokerId), label: nameOf(account) })),
          ]}
          onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : Number(value))}
        />
      )}
    </>
  );
}
