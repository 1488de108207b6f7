import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/use-call.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import layout from '../../../ui/layout.module.css';
import { PageHead } from '../../../ui/page-head.tsx';
import { AccountFacts } from './account-facts.tsx';
import { PersonalForm } from './personal-form.tsx';

/** What a person says of themselves, and what the account is known by. */
export function PersonalPage() {
  const { t } = useTranslation();
  const state = useCall('myprofile', {});
  return (
    <>
      <PageHead title={t('accounts.personal.title')} lead={t('accounts.personal.lead')} />
      <Loaded
        state={state}
        failed={t('accounts.personal.failed')}
        skeleton={<SkeletonLines label={t('accounts.personal.loading')} lines={8} />}
      >
        {({ profile }) => (
          <div className={layout.columns}>
            <div className={layout.stack}>
              <PersonalForm profile={profile} />
            </div>
            <div className={layout.stack}>
              <AccountFacts profile={profile} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}
