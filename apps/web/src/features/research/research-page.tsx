import type { RaTrade } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE } from '../../ui/table/time-list.ts';
import { useCallColumns } from './call-columns.tsx';
import { CallDetail } from './call-detail.tsx';
import { callsInput, FILTERS } from './call-view.ts';
import { RecordStrip } from './record-strip.tsx';
import css from './research.module.css';
import { useLookAgain } from './use-look-again.ts';

/** Calls of the research analyst, and what the market made of each. */
export function ResearchPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = callsInput(list.query);
  const { data, error, refetch } = useCall('getRaTradeList', input, { keepPrevious: true });
  const columns = useCallColumns();
  const rows = data?.ra_trade_list;
  useLookAgain('getRaTradeList', rows);
  const opened = rows?.find(({ researchId }) => String(researchId) === list.query['call']);
  const simulated = rows?.find((call) => call.simulated);
  return (
    <div className={layout.stack}>
      <PageHead title={t('research.title')} lead={t('research.lead')} />
      {simulated ? <p className={css.notice}>{t('research.simulated', { data: simulated.data })}</p> : null}
      {data?.record && data.record.published > 0 ? <RecordStrip record={data.record} /> : null}
      <DataTable<RaTrade>
        label={t('research.title')}
        columns={columns}
        state={{ data: data && rows && { rows, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={({ researchId }) => researchId}
        rowLink={({ researchId }) =>
          `/research?${new URLSearchParams(changedQuery(list.query, { call: String(researchId) }))}`
        }
        searchable
        ownSort="-time"
        filtered={isNarrowed(input)}
        filters={<Filters />}
        empty={<NoCalls narrowed={isNarrowed(input)} hidden={data?.hidden ?? false} />}
        total={data ? t('research.total', { count: data.total, formatted: count(data.total) }) : null}
        exportName={t('research.title')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('getRaTradeList', { ...input, pageNumber, pageSize });
            return { rows: answer.ra_trade_list, total: answer.total };
          })
        }
      />
      <DetailDrawer
        opened={opened !== undefined}
        onClose={() => list.show({ call: undefined })}
        title={opened ? t(`research.callOf.${opened.side}`, { symbol: opened.symbol }) : ''}
      >
        {opened ? <CallDetail call={opened} outcome={opened.outcome} /> : null}
      </DetailDrawer>
    </div>
  );
}

function Filters() {
  const { t } = useTranslation();
  const list = useListState();
  return (
    <>
      <FilterSelect
        label={t('research.outcome')}
        value={FILTERS.find((each) => each === list.query['state']) ?? 'all'}
        options={FILTERS.map((value) => ({ value, label: t(`research.filters.${value}`) }))}
        onChange={(state) => list.set({ state: state === 'all' ? '' : state })}
      />
      <DateRange list={list} fromLabel={t('research.fromDay')} toLabel={t('research.toDay')} />
    </>
  );
}

function NoCalls({ narrowed, hidden }: { readonly narrowed: boolean; readonly hidden: boolean }) {
  const { t } = useTranslation();
  if (hidden) return <Empty title={t('research.hidden')} text={t('research.hiddenText')} />;
  return narrowed ? (
    <Empty title={t('research.noMatch')} text={t('research.noMatchText')} />
  ) : (
    <Empty title={t('research.none')} text={t('research.noneText')} />
  );
}
