import type { BasketDetails } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GrowthChart } from '../../ui/charts/growth-chart.tsx';
import { WhenSeen } from '../../ui/charts/when-seen.tsx';
import { Section } from '../../ui/section.tsx';
import { basisLine } from './basis.ts';
import { BasketReturns } from './basket-returns.tsx';
import css from './baskets.module.css';
import { performanceCurves } from './performance-view.ts';

const HEIGHT = 300;

/** What it came to beside its benchmark, in figures and as a curve; never without what that rests on. */
export function Performance({ basket }: { readonly basket: BasketDetails }) {
  const { t } = useTranslation();
  const { figures, performance, benchmark, name } = basket;
  const curves = useMemo(
    () => performanceCurves(performance, { own: name, benchmark }),
    [performance, name, benchmark],
  );
  if (basket.returnsHidden || !figures) {
    return (
      <Section title={t('baskets.performance')}>
        <p className={css.description}>{t(basket.returnsHidden ? 'baskets.returnsHiddenLong' : 'baskets.noFigures')}</p>
      </Section>
    );
  }
  return (
    <Section title={t('baskets.performance')} note={t('baskets.performanceNote')}>
      <div className={css.narrow}>
        <BasketReturns figures={figures} benchmark={benchmark} />
      </div>
      <p className={css.basisText}>
        {basisLine(basket, t)}
        {t('common.fullStop')} {t('baskets.past')}
      </p>
      {curves.length > 0 ? (
        <WhenSeen height={HEIGHT}>
          <GrowthChart curves={curves} height={HEIGHT} />
        </WhenSeen>
      ) : null}
    </Section>
  );
}
