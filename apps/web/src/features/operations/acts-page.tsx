import type { OpsAct } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Device } from '../../ui/device.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { ActDiff } from './act-diff.tsx';
import { ActFilters } from './act-filters.tsx';
import { actsInput } from './acts-view.ts';
import { ChainSection } from './chain-section.tsx';
import { FactRows } from './fact-rows.tsx';
import { ListPage } from './list-page.tsx';
import css from './operations.module.css';
import { PersonLines, personInFile } from './person-lines.tsx';

/** What operators did. */
export function OpsActsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = actsInput(list.query);
  const state = useCall('opsacts', input, { keepPrevious: true });
  return (
    <ListPage
      title={t('operations.acts.title')}
      lead={t('operations.acts.lead')}
      input={input}
      state={state}
      above={() => <ChainSection />}
      rowsOf={({ act_list }): readonly OpsAct[] => act_list}
      readPage={(page) => send('opsacts', { ...input, ...page })}
      columns={useActColumns()}
      path="/ops/acts"
      rowRef={({ actId }) => String(actId)}
      detail="act"
      filters={<ActFilters list={list} answer={state.data} />}
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
        csv: ({ operator }) => personInFile(operator),
      },
      {
        id: 'kind',
        header: t('operations.acts.kind'),
        width: '11rem',
        priority: 3,
        cell: ({ what }) => t(`operations.acts.kinds.${what}`, { defaultValue: what }),
        csv: ({ what }) => what,
      },
      {
        id: 'deed',
        header: t('operations.acts.deed'),
        wide: true,
        cell: ({ sentence }) => sentence,
        csv: ({ sentence }) => sentence,
      },
      {
        id: 'at',
        header: t('operations.acts.at'),
        width: '10rem',
        sort: { name: 'time', kind: 'time' },
        cell: ({ at }) => <Moment at={at} wall />,
        csv: ({ at }) => at,
      },
      {
        id: 'about',
        header: t('operations.acts.about'),
        width: '9rem',
        priority: 3,
        cell: ({ subject, subjectId }) => `${subject} ${subjectId}`,
        csv: ({ subject, subjectId }) => `${subject} ${subjectId}`,
      },
    ],
    [t],
  );
}

function Act({ act }: { readonly act: OpsAct }) {
  const { t } = useTranslation();
  const { operator, what, sentence, device, address, at } = act;
  return (
    <div className={css.detail}>
      <p className={css.deed}>{sentence}</p>
      <FactRows
        rows={[
          [t('operations.acts.operator'), operator.fullName],
          [t('operations.email'), operator.email],
          [t('operations.acts.kind'), t(`operations.acts.kinds.${what}`, { defaultValue: what })],
          [t('operations.users.device'), <Device key="device" device={device} />],
          [t('operations.users.address'), <bdi key="address">{address}</bdi>],
          [t('operations.acts.at'), <Moment key="at" at={at} wall />],
        ]}
      />
      <ActDiff act={act} />
    </div>
  );
}
