import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { ListPage } from './list-page.tsx';
import { useWithdrawalColumns } from './withdrawal-columns.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import { QUEUES, queueInput } from './withdrawals-view.ts';

/** Withdrawals that wait for a decision, and all others. */
export function OpsWithdrawalsPage() {
  const { t } = useTranslation();
  const input = queueInput(useListState().query);
  const state = useCall('opswithdrawals', input, { keepPrevious: true });
  return (
    <ListPage
      title={t('operations.withdrawals')}
      lead={t('operations.withdrawalsLead')}
      warning={state.data?.payoutsStopped ? t('operations.payoutsStopped') : undefined}
      input={input}
      state={state}
      rowsOf={({ withdrawal_list }) => withdrawal_list}
      readPage={(asked) => send('opswithdrawals', { ...input, ...asked })}
      columns={useWithdrawalColumns()}
      path="/ops/withdrawals"
      rowRef={({ withdrawalId }) => String(withdrawalId)}
      detail="withdrawal"
      isQueue
      filters={
        <ChoiceFilter
          label={t('operations.state')}
          name="state"
          values={QUEUES}
          say={(value) => t(`operations.queues.${value}`)}
        />
      }
      empty={{ title: t('operations.nothingWaits'), text: t('operations.nothingWaitsText') }}
      noMatch={{ title: t('operations.noMatch'), text: t('operations.noMatchText') }}
      total={(counted, { totalPaise }) => t('operations.total', { ...counted, sum: rupees(totalPaise) })}
    >
      {(opened, onClose) => <WithdrawalDrawer withdrawal={opened} onClose={onClose} />}
    </ListPage>
  );
}
