import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query-of.ts';
import { useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import css from './billing.module.css';
import { PaymentReturn } from './payment-return.tsx';
import { PlanKind } from './plan-kind.tsx';
import { KINDS, runningOf } from './plan-words.ts';
import { RunningPlans } from './running-plans.tsx';

/** What runs, what is on sale, and how far a payment is that one comes back from. */
export function SubscriptionPage() {
  const { t } = useTranslation();
  const state = useCall('mysubscription', {});
  const query = useRouterState({ select: (router) => queryOf(router.location.search), structuralSharing: true });
  const paymentId = Number(query['payment']);
  return (
    <div className={layout.stack}>
      <PageHead title={t('billing.title')} lead={t('billing.lead')} />
      {Number.isSafeInteger(paymentId) && paymentId > 0 ? <PaymentReturn paymentId={paymentId} /> : null}
      <Loaded
        state={state}
        failed={t('billing.failed')}
        skeleton={<PageSkeleton label={t('billing.loading')} main={[100, 240]} />}
      >
        {(mine) => (
          <>
            <RunningPlans mine={mine} />
            <div className={css.kinds}>
              {KINDS.map((kind) => (
                <PlanKind
                  key={kind}
                  kind={kind}
                  plans={mine.plans.filter((plan) => plan.kind === kind)}
                  running={runningOf(mine.subscriptions, kind)}
                  sandbox={mine.sandbox}
                />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}
