import type { BasketItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { basisLine, dayWithYear, leastRupees } from './basis.ts';
import { BasketReturns } from './basket-returns.tsx';
import css from './baskets.module.css';

interface BasketProps {
  readonly basket: BasketItem;
}

/** One basket of the catalogue. Its figures never stand without their benchmark and what they rest on. */
export function BasketCard({ basket }: BasketProps) {
  const { t } = useTranslation();
  return (
    <article className={css.card}>
      <header className={css.cardHead}>
        <h2 className={css.cardTitle}>
          <AppLink to={`/baskets/${basket.basketId}`} className={css.cover}>
            {basket.name}
          </AppLink>
        </h2>
        {basket.heldBack ? <span className={`${css.tag} ${css.heldTag}`}>{t('baskets.heldBack.short')}</span> : null}
        {basket.own ? <span className={css.tag}>{t('baskets.own')}</span> : null}
      </header>
      <p className={css.summary}>{basket.summary}</p>
      <BasketFacts basket={basket} />
      {basket.returnsHidden || !basket.figures ? (
        <p className={css.pending}>{t(basket.returnsHidden ? 'baskets.returnsHidden' : 'baskets.noFigures')}</p>
      ) : (
        <div className={css.cardFoot}>
          <BasketReturns figures={basket.figures} benchmark={basket.benchmark} />
          <p className={css.basis}>{basisLine(basket, t)}</p>
        </div>
      )}
    </article>
  );
}

/** What it is, how many names, from how much, and when it is looked at next. */
export function BasketFacts({ basket }: BasketProps) {
  const { t } = useTranslation();
  const { constituentCount, minInvestmentPaise: min, nextReviewOn } = basket;
  return (
    <ul className={css.facts}>
      <li>{t(`baskets.theme.${basket.theme}`)}</li>
      <li>{t(`baskets.risk.${basket.risk}`)}</li>
      <li>{t('baskets.names', { count: constituentCount, formatted: count(constituentCount) })}</li>
      <li>{min === undefined ? t('baskets.minUnknown') : t('baskets.from', { amount: leastRupees(min) })}</li>
      {nextReviewOn ? <li>{t('baskets.nextReview', { date: dayWithYear(nextReviewOn) })}</li> : null}
    </ul>
  );
}
