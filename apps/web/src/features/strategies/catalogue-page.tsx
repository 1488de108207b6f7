import { useQueryClient } from '@tanstack/react-query';
import type { TrickItem } from '@trickdesk/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { CatalogueSkeleton } from '../../ui/catalogue/catalogue-skeleton.tsx';
import { Notice } from '../../ui/catalogue/notice.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { CatalogueFilters } from './catalogue-filters.tsx';
import { catalogueInput, catalogueState, isFiltered, PAGE_SIZE } from './catalogue-view.ts';
import css from './strategies.module.css';
import { TrickCard } from './trick-card.tsx';
import { useTrickColumns } from './trick-columns.tsx';

const LOOK_AGAIN_MS = 5_000;

/** No event says that a back-test is done, so the page looks again now and then, only while figures are missing. */
function useLookAgain(missing: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!missing) return undefined;
    const timer = setInterval(() => {
      for (const name of ['hometrickers', 'home']) void client.invalidateQueries({ queryKey: [name] });
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, missing]);
}

/** The catalogue, as cards or as a table. */
export function CataloguePage() {
  const { t } = useTranslation();
  const list = useListState();
  const { view } = catalogueState(list.query);
  const input = catalogueInput(list.query);
  const page = useCall('hometrickers', input, { keepPrevious: true });
  const tricks = page.data?.trick_list ?? [];
  const returnsHidden = tricks.some((trick) => trick.returnsHidden);
  const columns = useTrickColumns(returnsHidden);
  const missing = tricks.some((trick) => trick.basis === undefined && !trick.returnsHidden);
  useLookAgain(missing);
  const preparation = useCall('home', {}, { enabled: missing }).data?.preparation;
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('strategies.title')}
        lead={t('strategies.lead')}
        actions={
          <Segments
            label={t('strategies.view')}
            value={view}
            options={[
              { value: 'cards', label: t('strategies.views.cards') },
              { value: 'table', label: t('strategies.views.table') },
            ]}
            onChange={(value) => list.show({ view: value === 'cards' ? '' : value })}
          />
        }
      />
      {missing ? (
        <Notice>
          {preparation ? (
            <Progress {...preparation} text={t('strategies.preparing', preparation)} />
          ) : (
            t('strategies.someComputing')
          )}
        </Notice>
      ) : null}
      {returnsHidden ? <Notice>{t('strategies.returnsHiddenOrder')}</Notice> : null}
      {returnsHidden || input.sort ? null : <p className={css.order}>{t('strategies.order')}</p>}
      <DataTable<TrickItem>
        label={t('strategies.list')}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.trick_list, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(trick) => trick.TricksId}
        rowLink={(trick) => `/tricks/${trick.TricksId}`}
        card={view === 'cards' ? (trick) => <TrickCard trick={trick} /> : undefined}
        skeleton={view === 'cards' ? <CatalogueSkeleton label={t('strategies.loading')} height="264px" /> : undefined}
        searchable
        ownSort="-record"
        filters={<CatalogueFilters list={list} />}
        empty={<NoTricks filtered={isFiltered(list.query)} />}
        exportName="tricks"
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('hometrickers', { ...input, pageNumber, pageSize });
            return { rows: answer.trick_list, total: answer.total };
          })
        }
      />
    </div>
  );
}

function NoTricks({ filtered }: { readonly filtered: boolean }) {
  const { t } = useTranslation();
  if (!filtered) return <Empty title={t('strategies.noneTitle')} text={t('strategies.noneText')} />;
  return (
    <Empty
      title={t('strategies.emptyTitle')}
      text={t('strategies.emptyText')}
      action={<AppLink to="/tricks">{t('strategies.emptyAction')}</AppLink>}
    />
  );
}
