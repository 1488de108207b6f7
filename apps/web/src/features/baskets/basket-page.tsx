import { useParams } from '@tanstack/react-router';
import type { BasketDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Tag } from '../../ui/catalogue/tag.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { dayWithYear } from './basis.ts';
import { BasketFacts } from './basket-card.tsx';
import css from './baskets.module.css';
import { ChangeLog } from './change-log.tsx';
import { Constituents } from './constituents.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { InvestSection } from './invest-section.tsx';
import { Performance } from './performance.tsx';

/** One basket: what is in it and why, how it did, and what an amount would buy of it. */
export function BasketPage() {
  const id = routeId(useParams({ strict: false }).basketId);
  return id === undefined ? <NoSuchBasket /> : <BasketLoader key={id} id={id} />;
}

function BackToAll() {
  const { t } = useTranslation();
  return <BackLink to="/baskets">{t('baskets.title')}</BackLink>;
}

function NoSuchBasket() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('baskets.title')} crumb={<BackToAll />} />
      <Empty title={t('baskets.notThereTitle')} text={t('baskets.notThereText')} action={<BackToAll />} />
    </>
  );
}

function BasketLoader({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const basket = useCall('detailsBasket', { basketId: id });
  if (basket.data) return <Details basket={basket.data.basket_details} />;
  if (basket.error?.is('NOT_FOUND')) return <NoSuchBasket />;
  return (
    <div className={layout.stack}>
      <PageHead title={t('baskets.title')} crumb={<BackToAll />} />
      {basket.error ? (
        <div className={layout.box}>
          <ErrorState failure={basket.error} title={t('baskets.failed')} onRetry={() => void basket.refetch()} />
        </div>
      ) : (
        <PageSkeleton label={t('baskets.loading')} main={[440, 320]} side={[300, 180]} />
      )}
    </div>
  );
}

function Details({ basket }: { readonly basket: BasketDetails }) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  return (
    <div className={layout.stack}>
      <PageHead
        title={basket.name}
        lead={basket.summary}
        crumb={<BackToAll />}
        beside={basket.own ? <Tag>{t('baskets.own')}</Tag> : null}
        actions={
          <>
            <ButtonLink to={`/baskets/new?from=${basket.basketId}`} look="quiet">
              {t('baskets.makeFromThis')}
            </ButtonLink>
            {basket.own ? (
              <Button look="quiet" onClick={() => setDeleting(true)}>
                {t('baskets.delete.open')}
              </Button>
            ) : null}
          </>
        }
      />
      <BasketFacts basket={basket} />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <Performance basket={basket} />
          <Constituents basket={basket} />
          <ChangeLog changes={basket.change_list} />
        </div>
        <div className={layout.stack}>
          <InvestSection basket={basket} />
          <Section title={t('baskets.about')}>
            <p className={css.description}>{basket.description}</p>
            <p className={css.small}>
              {t('baskets.since', { date: dayWithYear(basket.since), benchmark: basket.benchmark })}
            </p>
          </Section>
        </div>
      </div>
      {basket.own ? <DeletePanel basket={basket} opened={deleting} onClose={() => setDeleting(false)} /> : null}
    </div>
  );
}
