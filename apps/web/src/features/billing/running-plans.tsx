import type { Subscription } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/section.tsx';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';
import css from './billing.module.css';
import { lastDay } from './plan-words.ts';
import { REFRESHED_BY_BILLING } from './told.ts';

type Mine = OutputOfCall<'mysubscription'>;

/** What somebody has, until when, and what comes then. */
export function RunningPlans({ mine }: { readonly mine: Mine }) {
  const { t } = useTranslation();
  const running = mine.subscriptions.filter(({ state }) => state !== 'ended');
  const { activation } = mine;
  return (
    <Section title={t('billing.yours')}>
      {activation.grantedForDemo ? <p className={css.lead}>{t('billing.grantedForDemo')}</p> : null}
      {running.length === 0 ? (
        activation.grantedForDemo ? null : (
          <Empty title={t('billing.nothingTitle')} text={t('billing.nothingText')} />
        )
      ) : (
        <ul className={css.rows}>
          {running.map((one) => (
            <RunningPlan key={one.subscriptionId} subscription={one} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const TONES = { active: 'good', grace: 'bad', ended: 'quiet' } as const satisfies Record<string, StateTone>;

function RunningPlan({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useTranslation();
  const { name, state, unlocks, isCancelled } = subscription;
  return (
    <li className={css.row}>
      <div className={css.words}>
        <span className={css.name}>{name}</span>
        <span className={css.small}>{unlocks.join(' · ')}</span>
        <span className={state === 'grace' ? css.warning : css.small}>{useEndWords(subscription)}</span>
      </div>
      <StateDot tone={isCancelled ? 'quiet' : TONES[state]}>
        {t(isCancelled ? 'billing.states.cancelled' : `billing.states.${state}`)}
      </StateDot>
      {isCancelled ? null : <Cancel subscription={subscription} />}
    </li>
  );
}

function useEndWords({ state, endsAt, graceEndsAt, isCancelled, renewsFromWallet, renewalPaise }: Subscription) {
  const { t, i18n } = useTranslation();
  const until = lastDay(endsAt, i18n.language);
  const price = rupees(renewalPaise);
  if (isCancelled) return t('billing.ends.cancelled', { until });
  if (state === 'grace')
    return t('billing.ends.grace', { until: lastDay(graceEndsAt ?? endsAt, i18n.language), price });
  return t(renewsFromWallet ? 'billing.ends.fromWallet' : 'billing.ends.asked', { until, price });
}

function Cancel({ subscription: { subscriptionId, name, kind, endsAt } }: { readonly subscription: Subscription }) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState(false);
  const cancel = useAction('cancelplan', { quiet: true, refreshes: REFRESHED_BY_BILLING });
  const until = lastDay(endsAt, i18n.language);
  return (
    <>
      <Button small look="quiet" label={t('billing.cancelOf', { plan: name })} onClick={() => setOpened(true)}>
        {t('billing.cancel')}
      </Button>
      <ActionPanel
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('billing.cancelTitle', { plan: name })}
        verb={t('billing.cancelVerb')}
        dangerous
        onConfirm={async () => {
          await cancel.mutateAsync({ subscriptionId });
          showToast({ tone: 'done', text: t('billing.cancelled', { plan: name, until }) });
        }}
      >
        <div className={css.panel}>
          <p>{t('billing.cancelText', { until })}</p>
          {kind === 'trade_activation' ? <p>{t('billing.cancelLive')}</p> : null}
        </div>
      </ActionPanel>
    </>
  );
}
