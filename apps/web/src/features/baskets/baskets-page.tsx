import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button-link.tsx';
import layout from '../../ui/layout.module.css';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { Catalogue } from './catalogue.tsx';
import { catalogueState, tabIn } from './catalogue-view.ts';
import { MyBaskets } from './my-baskets.tsx';

/** Baskets that can be invested in, and beside them those that are held. */
export function BasketsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const tab = tabIn(list.query);
  const { view } = catalogueState(list.query);
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('baskets.title')}
        lead={t('baskets.lead')}
        actions={
          <>
            {tab === 'catalogue' ? (
              <Segments
                label={t('baskets.view')}
                value={view}
                options={[
                  { value: 'cards', label: t('baskets.views.cards') },
                  { value: 'table', label: t('baskets.views.table') },
                ]}
                onChange={(value) => list.show({ view: value === 'cards' ? '' : value })}
              />
            ) : null}
            <ButtonLink to="/baskets/new">{t('baskets.make')}</ButtonLink>
          </>
        }
      />
      <LinkTabs
        label={t('baskets.tabsLabel')}
        tabs={[
          { to: '/baskets', label: t('baskets.tabs.catalogue'), current: tab === 'catalogue' },
          { to: '/baskets?tab=mine', label: t('baskets.tabs.mine'), current: tab === 'mine' },
        ]}
      />
      {tab === 'catalogue' ? <Catalogue list={list} /> : <MyBaskets key={list.query['type'] ?? ''} list={list} />}
    </div>
  );
}
