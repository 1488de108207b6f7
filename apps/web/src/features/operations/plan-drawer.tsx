import type { OpsPlan } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, rupees } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { paiseOf } from '../../lib/paise.ts';
import { useAction } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Money } from '../../ui/figures/figures.tsx';
import { CheckField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { PRICE_FROM, PRICE_TO } from './plan-price.ts';
import { NO_PROOF, ProofFields, type ProofValues, proofOf, useHasFactor, useMissingProof } from './proof-fields.tsx';

interface PlanDrawerProps {
  /** Absent: nothing is open. */
  readonly plan: OpsPlan | undefined;
  readonly onClose: () => void;
}

/** One plan as it is sold, and the change of it. */
export function PlanDrawer({ plan, onClose }: PlanDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={plan !== undefined} onClose={onClose} title={plan?.name ?? t('operations.payments.plan')}>
      {plan ? (
        <div className={css.detail}>
          <FactRows
            rows={[
              [t('operations.plans.price'), <Money key="price" paise={plan.pricePaise} />],
              [t('operations.plans.reward'), <Money key="reward" paise={plan.rewardPaise} />],
              [t('operations.plans.running'), plan.mayChange ? count(plan.running) : t('common.none')],
            ]}
          />
          {plan.mayChange ? null : <p className={facts.text}>{t('operations.plans.freeText')}</p>}
          {plan.mayChange && mayDecide('Plan') ? <Change key={plan.changedAt} plan={plan} onDone={onClose} /> : null}
        </div>
      ) : null}
    </DetailDrawer>
  );
}

interface PlanValues extends ProofValues {
  /** Rupees. */
  readonly price: number | undefined;
  readonly reward: number | undefined;
  readonly onSale: boolean;
}

function Change({ plan, onDone }: { readonly plan: OpsPlan; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const hasFactor = useHasFactor();
  const missingProof = useMissingProof(hasFactor);
  const change = useAction('opschangeplan', { quiet: true, refreshes: ['opsplans', 'mysubscription'] });
  const form = useForm<PlanValues>({
    initial: {
      ...{ ...NO_PROOF, price: plan.pricePaise / 100, reward: plan.rewardPaise / 100 },
      onSale: plan.onSale,
    },
    check: (values) => {
      const { price, reward } = amountsOf(values);
      return {
        ...(price === undefined ? { price: t('operations.plans.priceWrong') } : {}),
        ...(reward === undefined ? { reward: t('operations.plans.rewardWrong') } : {}),
        ...(price !== undefined && reward !== undefined && reward * 2 > price
          ? { reward: t('operations.plans.rewardTooHigh') }
          : {}),
        ...missingProof(values),
      };
    },
    fieldOf: (path) => (path === 'pricePaise' ? 'price' : path === 'rewardPaise' ? 'reward' : path),
    submit: async (values) => {
      const { price = 0, reward = 0 } = amountsOf(values);
      const { planId, changedAt } = plan;
      const deal = { pricePaise: price, rewardPaise: reward, onSale: values.onSale };
      await change.mutateAsync({ planId, changedAt, ...deal, ...proofOf(values, hasFactor) });
      showToast({ tone: 'done', text: t('operations.plans.done', { name: plan.name }) });
      onDone();
    },
  });
  const { price } = amountsOf(form.values);
  const figures = { name: plan.name, was: rupees(plan.pricePaise), now: rupees(price ?? plan.pricePaise) };
  return (
    <section className={css.decide} aria-label={t('operations.plans.change')}>
      <FormBox form={form} verb={t('operations.plans.change')}>
        <NumberField
          {...form.field('price')}
          label={t('operations.plans.priceOf')}
          help={t('operations.plans.priceHelp')}
          rupee
          min={PRICE_FROM}
          max={PRICE_TO}
        />
        <NumberField
          {...form.field('reward')}
          label={t('operations.plans.rewardOf')}
          help={t('operations.plans.rewardHelp')}
          rupee
          min={0}
        />
        <CheckField {...form.field('onSale')} label={t('operations.plans.isOnSale')} />
        <p className={facts.text}>
          {price === undefined || price === plan.pricePaise
            ? t('operations.plans.samePrice', figures)
            : t('operations.plans.willChange', figures)}{' '}
          {form.values.onSale ? null : t('operations.plans.willLeave')}
        </p>
        <ProofFields hasFactor={hasFactor} password={form.field('password')} totp={form.field('totp')} />
      </FormBox>
    </section>
  );
}

const amountsOf = ({ price, reward }: PlanValues) => ({ price: paiseOf(price), reward: paiseOf(reward) });
