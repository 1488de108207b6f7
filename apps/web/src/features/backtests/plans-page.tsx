import { useTranslation } from 'react-i18next';
import { count, day, wholeRupees } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { BackLink } from '../../ui/back-link.tsx';
import facts from '../../ui/facts.module.css';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import css from './backtests.module.css';

type Plans = OutputOfCall<'getBacktestPlans'>;

/** The plans, and what is left of one's own. */
export function BacktestPlansPage() {
  const { t } = useTranslation();
  const plans = useCall('getBacktestPlans', {});
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('backtests.plan.title')}
        lead={t('backtests.plan.lead')}
        crumb={<BackLink to="/backtests">{t('backtests.title')}</BackLink>}
      />
      <Loaded
        state={plans}
        failed={t('backtests.plan.failed')}
        skeleton={<PageSkeleton label={t('backtests.plan.loading')} main={[120, 160]} />}
      >
        {(data) => (
          <div className={css.narrow}>
            <Current plans={data} />
            <All plans={data} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Current({ plans: { current } }: { readonly plans: Plans }) {
  const { t, i18n } = useTranslation();
  const renews = day(Date.parse(current.renewsAt), Date.now(), i18n.language);
  return (
    <Section title={t('backtests.plan.thisMonth')} note={t('backtests.plan.renews', { day: renews })}>
      <Progress
        text={t('backtests.plan.used', { used: count(current.used), limit: count(current.limit) })}
        done={current.used}
        total={current.limit}
      />
      <p className={css.note}>{t('backtests.plan.givenBack')}</p>
    </Section>
  );
}

function All({ plans: { plans, current } }: { readonly plans: Plans }) {
  const { t } = useTranslation();
  return (
    <Section title={t('backtests.plan.all')}>
      <dl className={facts.facts}>
        {plans.map((plan) => (
          <div key={plan.planId}>
            <dt>{plan.planId === current.planId ? t('backtests.plan.yours', { name: plan.name }) : plan.name}</dt>
            <dd>
              {t('backtests.plan.line', {
                limit: count(plan.limit),
                price: plan.pricePaise === 0 ? t('backtests.plan.free') : wholeRupees(plan.pricePaise),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
