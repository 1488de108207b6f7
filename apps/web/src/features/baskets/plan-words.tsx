import type { BasketPlan } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { ChargesList } from '../../ui/figures/charges-list.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import css from './plan.module.css';
import { ordersOf, sumOfCharges } from './plan-view.ts';

interface PlanProps {
  readonly plan: BasketPlan;
}

/** Charges of all orders of a plan by kind, behind one line. */
export function PlanCharges({ plan }: PlanProps) {
  const { t } = useTranslation();
  return (
    <details>
      <summary>{t('baskets.plan.chargesByKind')}</summary>
      <ChargesList charges={sumOfCharges(ordersOf(plan))} />
    </details>
  );
}

/** What stands in the way of a plan, and what is worth knowing. */
export function PlanWords({ plan }: PlanProps) {
  const { t } = useTranslation();
  return (
    <>
      {plan.problems.length > 0 ? (
        <div role="alert">
          <ul className={css.problems}>
            {plan.problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {plan.notes.length > 0 ? (
        <ul className={css.notes}>
          {plan.notes.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
      <p className={css.quiet}>
        {plan.pricesAt === undefined ? null : (
          <>
            {t(plan.simulatedPrices ? 'baskets.plan.pricesSimulated' : 'baskets.plan.prices')}{' '}
            <Moment at={plan.pricesAt} />
            {t('common.fullStop')}{' '}
          </>
        )}
        {plan.marketOpen ? null : t('baskets.plan.marketClosed')}
      </p>
    </>
  );
}
