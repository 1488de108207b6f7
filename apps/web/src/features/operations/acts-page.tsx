import type { OpsAct } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Device } from '../../ui/device.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE, timeListInput } from '../../ui/table/time-list.ts';
import texts from '../../ui/texts.module.css';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';

/** What operators did. */
export function OpsActsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = timeListInput(list.query);
  const narrowed = isNarrowed(input);
  const { data, error, refetch } = useCall('opsacts', input, { keepPrevious: true });
  const opened = data?.act_list.find(({ actId }) => String(actId) === list.query['act']);
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.acts.title')} lead={t('operations.acts.lead')} />
      <DataTable<OpsAct>
        label={t('operations.acts.title')}
        columns={useActColumns()}
        state={{ data: data && { rows: data.act_list, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={({ actId }) => actId}
        rowLink={({ actId }) => `/ops/acts?${new URLSearchParams(changedQuery(list.query, { act: String(actId) }))}`}
        searchable
        ownSort="-time"
        filtered={narrowed}
        filters={<DateRange list={list} fromLabel={t('activity.from')} toLabel={t('activity.to')} />}
        empty={
          <Empty
            title={t(narrowed ? 'operations.acts.noMatch' : 'operations.acts.empty')}
            text={t(narrowed ? 'operations.acts.noMatchText' : 'operations.acts.emptyText')}
          />
        }
        total={data ? t('operations.acts.total', { count: data.total, formatted: count(data.total) }) : null}
      />
      <DetailDrawer
        opened={opened !== undefined}
        onClose={() => list.show({ act: undefined })}
        title={t('operations.acts.one')}
      >
        {opened ? <Act act={opened} /> : null}
      </DetailDrawer>
    </div>
  );
}

function useActColumns(): readonly TableColumn<OpsAct>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OpsAct>[] => [
      {
        id: 'operator',
        header: t('operations.acts.operator'),
        width: '14rem',
        cell: ({ operator }) => (
          <span className={texts.twoLines}>
            <span>{operator.fullName}</span>
            <span className={texts.sub}>{operator.email}</span>
          </span>
        ),
      },
      { id: 'deed', header: t('operations.acts.deed'), wide: true, cell: ({ sentence }) => sentence },
      {
        id: 'at',
        header: t('operations.acts.at'),
        width: '10rem',
        sort: { name: 'time', kind: 'time' },
        cell: ({ at }) => <Moment at={at} wall />,
      },
    ],
    [t],
  );
}

function Act({ act }: { readonly act: OpsAct }) {
  const { t } = useTranslation();
  const { operator, sentence, device, address, at, before, after } = act;
  return (
    <div className={css.detail}>
      <p className={css.deed}>{sentence}</p>
      <FactRows
        rows={[
          [t('operations.acts.operator'), operator.fullName],
          [t('operations.email'), operator.email],
          [t('operations.users.device'), <Device key="device" device={device} />],
          [t('operations.users.address'), <bdi key="address">{address}</bdi>],
          [t('operations.acts.at'), <Moment key="at" at={at} wall />],
        ]}
      />
      <Values title={t('operations.acts.before')} values={before} />
      <Values title={t('operations.acts.after')} values={after} />
    </div>
  );
}

/** As it was kept, field by field. */
function Values({ title, values }: { readonly title: string; readonly values: OpsAct['before'] }) {
  const { t } = useTranslation();
  const entries = Object.entries(values);
  return (
    <section className={css.part}>
      <h3>{title}</h3>
      {entries.length === 0 ? (
        <p className={css.none}>{t('operations.acts.nothingKept')}</p>
      ) : (
        <div className={css.values}>
          <FactRows
            rows={entries.map(([name, value]) => [
              name,
              <bdi key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>,
            ])}
          />
        </div>
      )}
    </section>
  );
}
