import type { BrokerDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import css from './broker.module.css';
import { UnlinkPanel } from './unlink-panel.tsx';

interface LinkedAccountProps {
  readonly account: BrokerDetails;
  /** How many more are linked. */
  readonly others: number;
  /** Its form is open already. */
  readonly signingIn: boolean;
  readonly onSignIn: () => void;
}

/** One linked account: whose it is, what it holds, until when its session lasts. */
export function LinkedAccount({ account, others, signingIn, onSignIn }: LinkedAccountProps) {
  const { t } = useTranslation();
  const [unlinking, setUnlinking] = useState(false);
  return (
    <Section
      title={t('brokerLinks.accountTitle', { broker: account.broker, clientCode: account.clientCode })}
      note={
        <span className={css.environment} data-environment={account.environment}>
          {t(`brokerLinks.environment.${account.environment}`)}
        </span>
      }
      aside={
        <div className={css.deeds}>
          {signingIn ? null : (
            <span data-opens={`account-${account.brokerId}`}>
              <Button look="quiet" small onClick={onSignIn}>
                {t('brokerLinks.linkAgain')}
              </Button>
            </span>
          )}
          <Button look="quiet" small onClick={() => setUnlinking(true)}>
            {t('brokerLinks.unlink')}
          </Button>
        </div>
      }
    >
      <dl className={css.account}>
        <div>
          <dt>{t('brokerLinks.session')}</dt>
          <dd>
            <span className={css.state} data-state={account.status}>
              {t(`brokerLinks.status.${account.status}`)}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('brokerLinks.name')}</dt>
          <dd>{account.name}</dd>
        </div>
        <div>
          <dt>{t('brokerLinks.available')}</dt>
          <dd>{account.funds ? <Money paise={account.funds.availablePaise} /> : t('brokerLinks.fundsUnknown')}</dd>
        </div>
        <div>
          <dt>{t('brokerLinks.used')}</dt>
          <dd>
            <Money paise={account.funds?.usedPaise} />
          </dd>
        </div>
        <div>
          <dt>{t('brokerLinks.lastLogin')}</dt>
          <dd>
            <Moment at={account.lastLoginAt} wall />
          </dd>
        </div>
        <div>
          <dt>{t('brokerLinks.tokenEnds')}</dt>
          <dd>
            <Moment at={account.tokenExpiresAt} wall />
          </dd>
        </div>
        <div>
          <dt>{t('brokerLinks.dailySignIn')}</dt>
          <dd>{t(account.autoSignIn ? 'brokerLinks.dailyOn' : 'brokerLinks.dailyOff')}</dd>
        </div>
      </dl>
      <Standing account={account} />
      <UnlinkPanel account={account} others={others} opened={unlinking} onClose={() => setUnlinking(false)} />
    </Section>
  );
}

/** What is to be said of its session: why there is none, or what the broker refuses while there is one. */
function Standing({ account: { status, statusReason } }: { readonly account: BrokerDetails }) {
  const { t } = useTranslation();
  if (status !== 'linked') return <p className={css.warning}>{statusReason ?? t('brokerLinks.expiredText')}</p>;
  if (statusReason === undefined) return null;
  return <p className={css.warning}>{t('brokerLinks.fundsRefused', { said: statusReason })}</p>;
}
