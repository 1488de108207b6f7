import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Accounts } from './accounts.tsx';

/** The broker accounts of a person: what is linked, how to link more, and what is kept of it. */
export function BrokerPage() {
  const { t } = useTranslation();
  const brokers = useCall('getangelone', {});
  const header = useCall('headerdata', {});
  return (
    <>
      <PageHead title={t('brokerLinks.title')} lead={t('brokerLinks.lead')} />
      <Loaded
        // The form says first whether this broker is the simulator, so that nothing moves once that is known.
        state={header.data || header.error ? brokers : { ...brokers, data: undefined }}
        failed={t('brokerLinks.failed')}
        skeleton={<SkeletonLines label={t('brokerLinks.loading')} lines={8} />}
      >
        {({ broker_details: accounts, mayStoreCredentials }) => (
          <Accounts
            accounts={accounts}
            simulated={header.data?.market.simulated ?? false}
            mayStore={mayStoreCredentials}
          />
        )}
      </Loaded>
    </>
  );
}
