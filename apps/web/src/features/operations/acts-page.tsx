import type { OpsAct } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Device } from '../../ui/device.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DateRange } from '../../ui/table/date-range.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { timeListInput } from '../../ui/table/time-list.ts';
import { FactRows } from './fact-rows.tsx';
import { ListPage } from './list-page.tsx';
import css from './operations.module.css';
import { PersonLines } from './person-lines.tsx';

/** What operators did. */
export function OpsActsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = timeListInput(list.query);
  return (
    <ListPage
      title={t('operations.acts.title')}
      lead={t('operations.acts.lead')}
      input={input}
      state={useCall('opsacts', input, { keepPrevious: true })}
      rowsOf={({ act_list }) => act_list}
      columns={useActColumns()}
      path="/ops/acts"
      rowRef={({ actId }) => String(actId)}
      detail="act"
      filters={<DateRange list={list} fromLabel={t('activity.from')} toLabel={t('activity.to')} />}
      empty={{ title: t('operations.acts.empty'), text: t('operations.acts.emptyText') }}
      noMatch={{ title: t('operations.acts.noMatch'), text: t('operations.acts.noMatchText') }}
      total={(counted) => t('operations.acts.total', counted)}
    >
      {(opened, onClose) => (
        <DetailDrawer opened={opened !== undefined} onClose={onClose} title={t('operations.acts.one')}>
          {opened ? <Act act={opened} /> : null}
        </DetailDrawer>
      )}
    </ListPage>
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
        cell: ({ operator }) => <PersonLines person={operator} />,
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
