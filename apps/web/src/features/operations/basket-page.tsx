import { useParams } from '@tanstack/react-router';
import type { OpsBasketDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, percent } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import facts from '../../ui/facts.module.css';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { BasketChanges } from './basket-changes.tsx';
import { BASKET_TONES } from './baskets-view.ts';
import { DecideBasket } from './decide-basket.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';

/** One basket of the catalogue: its rule, who holds it in figures, its weights, and how they came about. */
export function OpsBasketPage() {
  const id = routeId(useParams({ strict: false }).basketId);
  return id === undefined ? <NoSuchBasket /> : <BasketLoader key={id} id={id} />;
}

function BasketLoader({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const state = useCall('opsbasket', { basketId: id });
  if (state.error?.is('NOT_FOUND')) return <NoSuchBasket />;
  return (
    <div className={layout.stack}>
      {state.data ? null : <PageHead title={t('operations.baskets.basket')} crumb={<BackToBaskets />} />}
      <Loaded
        state={state}
        failed={t('operations.baskets.failed')}
        skeleton={<PageSkeleton label={t('operations.baskets.loading')} main={[240, 260]} side={[200]} />}
      >
        {({ basket }) => <BasketView basket={basket} />}
      </Loaded>
    </div>
  );
}

function BackToBaskets() {
  const { t } = useTranslation();
  return <BackLink to="/ops/baskets">{t('operations.baskets.title')}</BackLink>;
}

function NoSuchBasket() {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.baskets.basket')} crumb={<BackToBaskets />} />
      <div className={layout.box}>
        <Empty title={t('operations.baskets.missing')} text={t('operations.baskets.missingText')} />
      </div>
    </div>
  );
}

interface BasketProps {
  readonly basket: OpsBasketDetails;
}

function BasketView({ basket }: BasketProps) {
  const { t } = useTranslation();
  const { name, summary, state } = basket;
  return (
    <>
      <PageHead
        title={name}
        lead={summary}
        crumb={<BackToBaskets />}
        beside={<StateDot tone={BASKET_TONES[state]}>{t(`operations.baskets.states.${state}`)}</StateDot>}
      />
      <Missed basket={basket} />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <Weights basket={basket} />
          <BasketChanges versions={basket.change_list} />
        </div>
        <div className={layout.stack}>
          <About basket={basket} />
          <Decision basket={basket} />
        </div>
      </div>
    </>
  );
}

/** Since when it is held back and why, and the way to change it. */
function Decision({ basket }: BasketProps) {
  const { t } = useTranslation();
  const { heldBack } = basket;
  if (!mayDecide('Basket')) return null;
  return (
    <Section title={t('operations.decide')}>
      {heldBack ? (
        <p className={facts.text}>
          {t('operations.baskets.heldSince')} <Moment at={heldBack.since} wall />. {heldBack.reason}
        </p>
      ) : null}
      <DecideBasket basket={basket} />
    </Section>
  );
}

/** Which review could not be made, and what it lacks. */
function Missed({ basket: { missed } }: BasketProps) {
  const { t, i18n } = useTranslation();
  if (!missed) return null;
  const { on, symbols } = missed;
  const day = dayInFull(on, i18n.language);
  return (
    <p className={css.warning} role="alert">
      {symbols.length === 0
        ? t('operations.baskets.missedHistory', { day })
        : t('operations.baskets.missedPrices', { day, symbols: symbols.join(', ') })}
    </p>
  );
}

function Weights({ basket: { constituents } }: BasketProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('operations.baskets.weights')}>
      {constituents.length === 0 ? (
        <p className={facts.text}>{t('operations.baskets.noVersion')}</p>
      ) : (
        <FactRows
          rows={constituents.map(({ symbol, name, weightBps }) => [
            name === symbol ? symbol : `${symbol} · ${name}`,
            percent(weightBps / 100),
          ])}
        />
      )}
    </Section>
  );
}

function About({ basket }: BasketProps) {
  const { t, i18n } = useTranslation();
  const { rule, reviewMonths, lastReviewedOn, nextReviewOn } = basket;
  const day = (date: string | undefined): string =>
    date === undefined ? t('common.none') : dayInFull(date, i18n.language);
  return (
    <Section title={t('operations.tricks.about')}>
      <FactRows
        rows={[
          [t('baskets.themeFilter'), t(`baskets.theme.${basket.theme}`)],
          [t('strategies.riskFilter'), t(`strategies.risk.${basket.risk}`)],
          [t('operations.baskets.benchmark'), <bdi key="benchmark">{basket.benchmark}</bdi>],
          [t('operations.baskets.names'), count(basket.constituentCount)],
          [t('operations.baskets.holders'), count(basket.holders)],
          [t('operations.baskets.sips'), count(basket.sips)],
          [t('operations.baskets.lastReview'), day(lastReviewedOn)],
          [t('operations.baskets.nextReview'), day(nextReviewOn)],
          ...(reviewMonths === undefined
            ? []
            : [[t('operations.baskets.every'), t('operations.baskets.months', { count: reviewMonths })] as const]),
        ]}
      />
      <p className={facts.text}>
        {rule
          ? t(`operations.baskets.rules.${rule.kind}`, { number: rule.count, of: rule.of })
          : t('operations.baskets.noRule')}
      </p>
      <p className={facts.text}>
        <AppLink to={`/baskets/${basket.basketId}`}>{t('operations.baskets.look')}</AppLink>
      </p>
    </Section>
  );
}
