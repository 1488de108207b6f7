import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import css from './broker.module.css';
import { LinkForm } from './link-form.tsx';
import { LinkedAccount } from './linked-account.tsx';

/** The broker accounts of a person: what is linked, how to link, and what is kept of it. */
export function BrokerPage() {
  const { t } = useTranslation();
  const brokers = useCall('getangelone', {});
  const header = useCall('headerdata', {});
  const [signingIn, setSigningIn] = useState<number>();
  return (
    <>
      <PageHead title={t('brokerLinks.title')} lead={t('brokerLinks.lead')} />
      <Loaded
        // The form says first whether this broker is the simulator, so that nothing moves once that is known.
        state={header.data || header.error ? brokers : { ...brokers, data: undefined }}
        failed={t('brokerLinks.failed')}
        skeleton={<SkeletonLines label={t('brokerLinks.loading')} lines={8} />}
      >
        {({ broker_details: accounts, mayStoreCredentials }) => {
          const ended = accounts.find(({ status, brokerId }) => status !== 'linked' || brokerId === signingIn);
          return (
            <div className={css.stack}>
              {accounts.map((account) => (
                <LinkedAccount
                  key={account.brokerId}
                  account={account}
                  onSignIn={() => setSigningIn(account.brokerId)}
                />
              ))}
              {accounts.length > 0 && !ended ? (
                <Stored />
              ) : (
                <div className={css.columns}>
                  <LinkForm
                    key={ended?.brokerId ?? 0}
                    again={ended}
                    simulated={header.data?.market.simulated ?? false}
                    mayStore={mayStoreCredentials}
                    onDone={() => setSigningIn(undefined)}
                  />
                  <Stored />
                </div>
              )}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

/** In plain words: what is kept, what is forgotten, what cannot be done. */
function Stored() {
  const { t } = useTranslation();
  return (
    <Section title={t('brokerLinks.storedTitle')}>
      <dl className={css.facts}>
        <div>
          <dt>{t('brokerLinks.storedKept')}</dt>
          <dd>{t('brokerLinks.storedKeptText')}</dd>
        </div>
        <div>
          <dt>{t('brokerLinks.storedForgotten')}</dt>
          <dd>{t('brokerLinks.storedForgottenText')}</dd>
        </div>
        <div>
          <dt>{t('brokerLinks.storedNever')}</dt>
          <dd>{t('brokerLinks.storedNeverText')}</dd>
        </div>
      </dl>
    </Section>
  );
}
