import type { Plan, Subscription } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wholeRupees } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import css from './billing.module.css';
import { BuyPanel } from './buy-panel.tsx';
import { dealOf } from './plan-words.ts';

interface PlanKindProps {
  readonly kind: Plan['kind'];
  readonly plans: readonly Plan[];
  readonly running: Subscription | undefined;
  readonly sandbox: boolean;
}

/** What is on sale of one kind. */
export function PlanKind({ kind, plans, running, sandbox }: PlanKindProps) {
  const { t } = useTranslation();
  return (
    <Section title={t(`billing.kinds.${kind}`)}>
      <p className={css.lead}>{t(`billing.kindTexts.${kind}`)}</p>
      <ul className={css.rows}>
        {plans.map((plan) => (
          <PlanLine key={plan.planId} plan={plan} running={running} sandbox={sandbox} />
        ))}
      </ul>
    </Section>
  );
}

interface PlanLineProps extends Omit<PlanKindProps, 'kind' | 'plans'> {
  readonly plan: Plan;
}

function PlanLine({ plan, running, sandbox }: PlanLineProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const deal = dealOf(plan, running);
  const price = t(`billing.pricePer.${plan.period}`, { price: wholeRupees(plan.pricePaise) });
  return (
    <li className={css.row}>
      <div className={css.words}>
        <span className={css.name}>{plan.name}</span>
        <span className={css.small}>{plan.summary}</span>
        <span className={css.price}>{price}</span>
      </div>
      <Button
        small
        look="quiet"
        label={t(`billing.dealOf.${deal}`, { plan: plan.name })}
        onClick={() => setOpened(true)}
      >
        {t(`billing.deals.${deal}`)}
      </Button>
      <BuyPanel plan={plan} sandbox={sandbox} opened={opened} onClose={() => setOpened(false)} />
    </li>
  );
}
