import type { BasketPlan } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { Gain } from '../../ui/figures/figures.tsx';
import css from './plan.module.css';
import { gainsOf } from './plan-view.ts';

/** What the sales of a plan would realise after charges, by how long the shares were held: they are taxed apart. */
export function GainsFacts({ plan }: { readonly plan: Pick<BasketPlan, 'rows'> }) {
  const { t } = useTranslation();
  const { shortPaise, longPaise } = gainsOf(plan.rows);
  return (
    <dl className={css.facts}>
      <dt>{t('baskets.plan.shortGain')}</dt>
      <dd>
        <Gain paise={shortPaise} />
      </dd>
      <dt>{t('baskets.plan.longGain')}</dt>
      <dd>
        <Gain paise={longPaise} />
      </dd>
    </dl>
  );
}
