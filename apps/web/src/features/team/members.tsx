import type { TeamMember } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE, type teamInput } from './team-view.ts';
import { useMemberColumns } from './use-member-columns.tsx';

type Team = OutputOfCall<'getMyTeam'>;
/** People have no number here: their place on the page is what a row is known by. */
type Placed = TeamMember & { readonly place: number };

interface MembersProps {
  readonly team: Team;
  readonly list: ListState;
  readonly input: ReturnType<typeof teamInput>;
}

/** The people of one level. */
export function Members({ team, list, input }: MembersProps) {
  const { t } = useTranslation();
  const { level } = input;
  const narrowed = isNarrowed(input);
  const allRows = async () =>
    placed(
      await readAllPages(async (pageNumber, pageSize) => {
        const answer = await send('getMyTeam', { ...input, pageNumber, pageSize });
        return { rows: answer.member_list, total: answer.total };
      }),
    );
  const levels = team.levels.some((each) => each.level === level) ? team.levels : [...team.levels, { level }];
  return (
    <DataTable<Placed>
      label={t('team.members', { level: team.level })}
      columns={useMemberColumns<Placed>(false)}
      state={{
        data: { rows: placed(team.member_list), total: team.total, pageSize: PAGE_SIZE },
        error: null,
        refetch: () => undefined,
      }}
      rowKey={({ place }) => place}
      searchable
      filtered={narrowed || level > 1}
      filters={
        <FilterSelect
          label={t('team.levels.choose')}
          value={String(level)}
          options={levels.map((each) => ({
            value: String(each.level),
            label: t('team.levels.level', { level: each.level }),
          }))}
          onChange={(value) => list.set({ level: value === '1' ? '' : value })}
        />
      }
      empty={<Empty title={t(level === 1 ? 'team.emptyTitle' : 'team.emptyLevel')} text={t('team.emptyText')} />}
      total={t('team.total', { count: team.total, formatted: count(team.total) })}
      exportName={t('team.members', { level })}
      allRows={allRows}
    />
  );
}

const placed = (rows: readonly TeamMember[]): Placed[] => rows.map((row, place) => ({ ...row, place }));
