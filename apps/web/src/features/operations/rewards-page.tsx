import type { RewardCase } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count, rupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE, timeListInput } from '../../ui/table/time-list.ts';
import { useRewardCaseColumns } from './reward-case-columns.tsx';
import { RewardCaseDrawer } from './reward-case-drawer.tsx';

const STATES = ['waiting', 'refused'] as const;

/** Rewards that were withheld: one person may be behind both accounts, or one household. */
export function OpsRewardsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const { from_date: _from, to_date: _to, ...page } = timeListInput(list.query);
  const state = STATES.find((each) => each === list.query['state']) ?? 'waiting';
  const input = { ...page, ...(state === 'waiting' ? {} : { state }) };
  const { data, error, refetch } = useCall('opsrewards', input, { keepPrevious: true });
  const opened = data?.reward_list.find(({ rewardId }) => String(rewardId) === list.query['reward']);
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.rewards')} lead={t('operations.rewardsLead')} />
      <DataTable<RewardCase>
        label={t('operations.rewards')}
        columns={useRewardCaseColumns()}
        state={{ data: data && { rows: data.reward_list, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={({ rewardId }) => rewardId}
        rowLink={({ rewardId }) =>
          `/ops/rewards?${new URLSearchParams(changedQuery(list.query, { reward: String(rewardId) }))}`
        }
        searchable
        ownSort="time"
        // What waits is a part of all: the choice stays in sight where nothing does.
        filtered
        filters={
          <FilterSelect
            label={t('operations.state')}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`operations.rewardStates.${value}`) }))}
            onChange={(value) => list.set({ state: value === 'waiting' ? '' : value })}
          />
        }
        empty={
          isNarrowed(input) ? (
            <Empty title={t('operations.noReward')} text={t('operations.noMatchText')} />
          ) : (
            <Empty title={t('operations.nothingWaits')} text={t('operations.noRewardWaits')} />
          )
        }
        total={
          data
            ? t('operations.rewardTotal', {
                ...{ count: data.total, formatted: count(data.total), sum: rupees(data.totalPaise) },
              })
            : null
        }
        exportName={t('operations.rewards')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('opsrewards', { ...input, pageNumber, pageSize });
            return { rows: answer.reward_list, total: answer.total };
          })
        }
      />
      <RewardCaseDrawer reward={opened} onClose={() => list.show({ reward: undefined })} />
    </div>
  );
}
