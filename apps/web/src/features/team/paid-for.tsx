import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import facts from '../../ui/facts.module.css';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './team.module.css';

type PlanReward = OutputOfCall<'getMyTeam'>['plan_rewards'][number];

/** What brings a reward, and what does not. */
export function PaidFor({ plans }: { readonly plans: readonly PlanReward[] }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Section title={t('team.paid.title')}>
      <div className={css.paid}>
        <div className={css.paidParts}>
          <ul className={texts.points}>
            <li>{t('team.paid.direct')}</li>
            <li>{t('team.paid.depth')}</li>
            <li>{t('team.paid.refund')}</li>
            <li>{t('team.paid.tax')}</li>
            <li>{t('team.paid.withheld')}</li>
          </ul>
          {plans.length === 0 ? null : (
            <div>
              <p className={css.text} id={id}>
                {t('team.paid.plans')}
              </p>
              <dl className={facts.facts} aria-labelledby={id}>
                {plans.map(({ planName, pricePaise, rewardPaise }) => (
                  <div key={planName}>
                    <dt>{t('team.paid.plan', { plan: planName, price: rupees(pricePaise) })}</dt>
                    <dd>{rupees(rewardPaise)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          )}
        </div>
      </div>
    </Section>
  );
}
