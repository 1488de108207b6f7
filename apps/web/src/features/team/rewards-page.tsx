import type { RewardEntry } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count, rupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { CurrentRound } from './current-round.tsx';
import { isNarrowed, PAGE_SIZE, rewardsInput } from './team-view.ts';
import { useRewardColumns } from './use-reward-columns.tsx';

/** Every reward with its tax and its state, what was taken back, and the round of this month. */
export function RewardsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = rewardsInput(list.query);
  const narrowed = isNarrowed(input);
  const { data, error, refetch } = useCall('myRewardhistory', input, { keepPrevious: true });
  const allRows = () =>
    readAllPages(async (pageNumber, pageSize) => {
      const answer = await send('myRewardhistory', { ...input, pageNumber, pageSize });
      return { rows: answer.wallet_transaction_list, total: answer.total };
    });
  return (
    <div className={layout.stack}>
      <PageHead title={t('team.rewards.title')} lead={t('team.rewards.lead')} />
      {data?.curRound ? <CurrentRound round={data.curRound} /> : null}
      <DataTable<RewardEntry>
        label={t('team.rewards.title')}
        columns={useRewardColumns()}
        state={{
          data: data && { rows: data.wallet_transaction_list, total: data.total, pageSize: PAGE_SIZE },
          error,
          refetch,
        }}
        rowKey={(entry) => `${entry.cause} ${entry.reward_id} ${entry.transaction_id ?? ''}`}
        searchable
        ownSort="-time"
        filtered={narrowed}
        filters={<DateRange list={list} fromLabel={t('team.rewards.fromDay')} toLabel={t('team.rewards.toDay')} />}
        empty={
          narrowed ? (
            <Empty title={t('team.rewards.noMatch')} text={t('team.rewards.noMatchText')} />
          ) : (
            <Empty
              title={t('team.rewards.empty')}
              text={t('team.rewards.emptyText')}
              action={<AppLink to="/team">{t('team.direct.toLink')}</AppLink>}
            />
          )
        }
        total={
          data
            ? t('team.rewards.total', {
                ...{ count: data.total, formatted: count(data.total), credit: rupees(data.creditPaise) },
                ...{ debit: rupees(data.debitPaise), tds: rupees(data.tdsPaise) },
              })
            : null
        }
        exportName={t('team.rewards.title')}
        allRows={allRows}
      />
    </div>
  );
}
