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
  readonly onSignIn: () => void;
}

/** One linked account: whose it is, what it holds, until when its session lasts. */
export function LinkedAccount({ account, onSignIn }: LinkedAccountProps) {
  const { t } = useTranslation();
  const [unlinking, setUnlinking] = useState(false);
  return (
    <Section
      title={account.broker}
      note={
        <span className={css.environment} data-environment={account.environment}>
          {t(`brokerLinks.environment.${account.environment}`)}
        </span>
      }
      aside={
        <>
          {account.status === 'linked' ? (
            <Button look="quiet" small onClick={onSignIn}>
              {t('brokerLinks.linkAgain')}
            </Button>
          ) : null}{' '}
          <Button look="quiet" small onClick={() => setUnlinking(true)}>
            {t('brokerLinks.unlink')}
          </Button>
        </>
      }
    >
      <dl className={css.account}>
        <div>
          <dt>{t('brokerLinks.account')}</dt>
          <dd>
            {account.clientCode}{' '}
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
      {account.status === 'linked' ? null : (
        <p className={css.warning}>{account.statusReason ?? t('brokerLinks.expiredText')}</p>
      )}
      <UnlinkPanel account={account} opened={unlinking} onClose={() => setUnlinking(false)} />
    </Section>
  );
}
