import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { timeListInput } from '../../ui/table/time-list.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { ListPage } from './list-page.tsx';
import { useRewardCaseColumns } from './reward-case-columns.tsx';
import { RewardCaseDrawer } from './reward-case-drawer.tsx';

const STATES = ['waiting', 'refused'] as const;

/** Rewards that were withheld: one person may be behind both accounts, or one household. */
export function OpsRewardsPage() {
  const { t } = useTranslation();
  const { query } = useListState();
  const { from_date: _from, to_date: _to, ...page } = timeListInput(query);
  const state = STATES.find((each) => each === query['state']) ?? 'waiting';
  const input = { ...page, ...(state === 'waiting' ? {} : { state }) };
  return (
    <ListPage
      title={t('operations.rewards')}
      lead={t('operations.rewardsLead')}
      input={input}
      state={useCall('opsrewards', input, { keepPrevious: true })}
      rowsOf={({ reward_list }) => reward_list}
      readPage={(asked) => send('opsrewards', { ...input, ...asked })}
      columns={useRewardCaseColumns()}
      path="/ops/rewards"
      rowRef={({ rewardId }) => String(rewardId)}
      detail="reward"
      isQueue
      filters={
        <ChoiceFilter
          label={t('operations.state')}
          name="state"
          values={STATES}
          say={(value) => t(`operations.rewardStates.${value}`)}
        />
      }
      empty={{ title: t('operations.nothingWaits'), text: t('operations.noRewardWaits') }}
      noMatch={{ title: t('operations.noReward'), text: t('operations.noMatchText') }}
      total={(counted, { totalPaise }) => t('operations.rewardTotal', { ...counted, sum: rupees(totalPaise) })}
    >
      {(opened, onClose) => <RewardCaseDrawer reward={opened} onClose={onClose} />}
    </ListPage>
  );
}
