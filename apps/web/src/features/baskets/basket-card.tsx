import type { BasketItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { CardFoot, CatalogueCard, NoFigures } from '../../ui/catalogue/catalogue-card.tsx';
import { FactLine } from '../../ui/catalogue/fact-line.tsx';
import { Tag } from '../../ui/catalogue/tag.tsx';
import { basisLine, dayWithYear, leastRupees } from './basis.ts';
import { BasketReturns } from './basket-returns.tsx';

interface BasketProps {
  readonly basket: BasketItem;
}

/** One basket of the catalogue. Its figures never stand without their benchmark and what they rest on. */
export function BasketCard({ basket }: BasketProps) {
  const { t } = useTranslation();
  return (
    <CatalogueCard
      name={basket.name}
      to={`/baskets/${basket.basketId}`}
      tags={
        <>
          {basket.heldBack ? <Tag warns>{t('baskets.heldBack.short')}</Tag> : null}
          {basket.own ? <Tag>{t('baskets.own')}</Tag> : null}
        </>
      }
      summary={basket.summary}
      facts={<BasketFacts basket={basket} />}
    >
      {basket.returnsHidden || !basket.figures ? (
        <NoFigures>{t(basket.returnsHidden ? 'baskets.returnsHidden' : 'baskets.noFigures')}</NoFigures>
      ) : (
        <CardFoot basis={basisLine(basket, t)}>
          <BasketReturns figures={basket.figures} benchmark={basket.benchmark} />
        </CardFoot>
      )}
    </CatalogueCard>
  );
}

/** What it is, how many names, from how much, and when it is looked at next. */
export function BasketFacts({ basket }: BasketProps) {
  const { t } = useTranslation();
  const { constituentCount, minInvestmentPaise: min, nextReviewOn } = basket;
  return (
    <FactLine
      facts={[
        t(`baskets.theme.${basket.theme}`),
        t(`baskets.risk.${basket.risk}`),
        t('baskets.names', { count: constituentCount, formatted: count(constituentCount) }),
        min === undefined ? t('baskets.minUnknown') : t('baskets.from', { amount: leastRupees(min) }),
        nextReviewOn && t('baskets.nextReview', { date: dayWithYear(nextReviewOn) }),
      ]}
    />
  );
}
