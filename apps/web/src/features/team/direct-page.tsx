import type { DirectReferral } from '@trickdesk/contract';
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
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { DESIGNATIONS, isNarrowed, PAGE_SIZE, referralsInput, YES_NO } from './team-view.ts';
import { useBadge } from './use-badge.ts';
import { useReferralColumns } from './use-referral-columns.tsx';

/** People have no number here: their place in the list is what a row is known by. */
export type PlacedReferral = DirectReferral & { readonly place: number };

/** The people whom one invited, with what each of them brought. */
export function DirectPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = referralsInput(list.query);
  const narrowed = isNarrowed(input);
  const { data, error, refetch } = useCall('directreferrallist', input, { keepPrevious: true });
  const allRows = async () =>
    placed(
      await readAllPages(async (pageNumber, pageSize) => {
        const answer = await send('directreferrallist', { ...input, pageNumber, pageSize });
        return { rows: answer.trick_list, total: answer.total };
      }),
    );
  return (
    <div className={layout.stack}>
      <PageHead title={t('team.direct.title')} lead={t('team.direct.lead')} />
      <DataTable<PlacedReferral>
        label={t('team.direct.title')}
        columns={useReferralColumns()}
        state={{
          data: data && { rows: placed(data.trick_list), total: data.total, pageSize: PAGE_SIZE },
          error,
          refetch,
        }}
        rowKey={({ place }) => place}
        searchable
        ownSort="-since"
        filtered={narrowed}
        filters={<ReferralFilters list={list} input={input} />}
        empty={
          narrowed ? (
            <Empty title={t('team.direct.noMatch')} text={t('team.direct.noMatchText')} />
          ) : (
            <Empty
              title={t('team.emptyTitle')}
              text={t('team.direct.emptyText')}
              action={<AppLink to="/team">{t('team.direct.toLink')}</AppLink>}
            />
          )
        }
        total={
          data
            ? t('team.direct.total', {
                ...{ count: data.total, formatted: count(data.total) },
                ...{ active: count(data.active), reward: rupees(data.rewardPaise) },
              })
            : null
        }
        exportName={t('team.direct.title')}
        allRows={allRows}
      />
    </div>
  );
}

const placed = (rows: readonly DirectReferral[]): PlacedReferral[] => rows.map((row, place) => ({ ...row, place }));

interface ReferralFiltersProps {
  readonly list: ListState;
  readonly input: ReturnType<typeof referralsInput>;
}

function ReferralFilters({ list, input }: ReferralFiltersProps) {
  const { t } = useTranslation();
  const { badgeOf } = useBadge();
  const wordOf = (wish: boolean | undefined) => (wish === undefined ? '' : wish ? 'yes' : 'no');
  const choices = (kind: 'trade' | 'robo') => [
    { value: '', label: t(`team.direct.${kind}.any`) },
    ...YES_NO.map((value) => ({ value, label: t(`team.direct.${kind}.${value}`) })),
  ];
  return (
    <>
      <FilterSelect
        label={t('team.trade')}
        value={wordOf(input.isTradeactive)}
        options={choices('trade')}
        onChange={(value) => list.set({ trade: value })}
      />
      <FilterSelect
        label={t('team.robo')}
        value={wordOf(input.isRoboactive)}
        options={choices('robo')}
        onChange={(value) => list.set({ robo: value })}
      />
      <FilterSelect
        label={t('team.level')}
        value={input.designation_level === undefined ? '' : String(input.designation_level)}
        options={[
          { value: '', label: t('team.direct.anyLevel') },
          ...DESIGNATIONS.map((level) => ({
            value: String(level),
            label: badgeOf(level),
          })),
        ]}
        onChange={(value) => list.set({ badge: value })}
      />
    </>
  );
}
