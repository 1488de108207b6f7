import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { KillSection } from './kill-section.tsx';
import { LimitsForm } from './limits-form.tsx';
import { LockSection } from './lock-section.tsx';
import { Notices } from './notices.tsx';
import { TodaySection } from './today-section.tsx';
import { VetoList } from './veto-list.tsx';

/** What bounds the account as a whole: limits with today's figures, the lock, the kill switch, and what was vetoed. */
export function RiskPage() {
  const { t } = useTranslation();
  const settings = useCall('risksettings', {});
  return (
    <div className={layout.stack}>
      <PageHead title={t('risk.title')} lead={t('risk.lead')} />
      <Loaded
        state={settings}
        failed={t('risk.failed')}
        skeleton={<PageSkeleton label={t('risk.loading')} main={[240, 360]} side={[130, 130]} />}
      >
        {(risk) => (
          <>
            <ModeBand badge={risk.badge} />
            <Notices risk={risk} />
            <div className={layout.columns}>
              <div className={layout.stack}>
                <TodaySection risk={risk} />
                <LimitsForm key={JSON.stringify([risk.limits, risk.next])} risk={risk} />
              </div>
              <div className={layout.stack}>
                <KillSection risk={risk} />
                <LockSection risk={risk} />
              </div>
            </div>
          </>
        )}
      </Loaded>
      <VetoList />
    </div>
  );
}
