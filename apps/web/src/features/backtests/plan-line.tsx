import { useTranslation } from 'react-i18next';
import { day } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import facts from '../../ui/facts.module.css';

/** What starting a back-test uses of the plan, said before it is started. */
export function PlanLine() {
  const { t, i18n } = useTranslation();
  const { data } = useCall('getBacktestPlans', {});
  if (!data) return null;
  const { used, limit, renewsAt } = data.current;
  const left = Math.max(0, limit - used);
  const renews = day(Date.parse(renewsAt), Date.now(), i18n.language);
  return (
    <p className={facts.text}>
      {left === 0
        ? t('backtests.plan.usedUp', { limit, day: renews })
        : t('backtests.plan.uses', { left, limit, day: renews })}{' '}
      <AppLink to="/backtests/plans">{t('backtests.plan.about')}</AppLink>
    </p>
  );
}
