import type { RaTrade } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { LoadState } from '../../ui/feedback/loaded.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from '../../ui/table/time-list.ts';
import { useCallColumns } from './call-columns.tsx';

interface PublishedCallsProps {
  readonly state: LoadState<OutputOfCall<'opsresearch'>>;
}

/** Everything that was published, for whoever publishes. */
export function PublishedCalls({ state: { data, error, refetch } }: PublishedCallsProps) {
  const { t } = useTranslation();
  const list = useListState();
  const columns = useCallColumns();
  return (
    <DataTable<RaTrade>
      label={t('research.publishedCalls')}
      columns={columns}
      state={{
        data: data && { rows: data.ra_trade_list, total: data.total, pageSize: PAGE_SIZE },
        ...{ error, refetch },
      }}
      rowKey={({ researchId }) => researchId}
      rowLink={({ researchId }) =>
        `/ops/research?${new URLSearchParams(changedQuery(list.query, { call: String(researchId) }))}`
      }
      searchable
      ownSort="-time"
      empty={<Empty title={t('research.none')} text={t('research.noneForDesk')} />}
      total={data ? t('research.total', { count: data.total, formatted: count(data.total) }) : null}
    />
  );
}
