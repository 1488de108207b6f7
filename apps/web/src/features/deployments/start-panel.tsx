import type { MyTrickDetails } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { wholeRupees } from '../../lib/format.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import texts from '../../ui/texts.module.css';
import { AFTER_ACTION, type PanelProps } from './after-action.ts';
import { AllowMorePanel } from './allow-more-panel.tsx';
import css from './deployments.module.css';

/** What starting does, before it is done; a live trick that may do more than was agreed to has its contract read then. */
export function StartPanel({ trick, opened, onClose }: PanelProps<MyTrickDetails>) {
  const start = useAction('starttrick', { quiet: true, refreshes: AFTER_ACTION });
  const [attempt] = useState(() => createAttempt());
  const [asksWord, setAsksWord] = useState(false);
  const { TricksId } = trick;
  const begin = (word: object = {}) =>
    attempt((idempotencyKey) => start.mutateAsync({ TricksId, idempotencyKey, ...word }));
  return (
    <>
      <PlainStart
        trick={trick}
        opened={opened}
        onClose={onClose}
        onConfirm={async () => {
          try {
            await begin();
          } catch (failure) {
            if (!(failure instanceof CallFailure && failure.is('ACKNOWLEDGEMENT_NEEDED'))) throw failure;
            setAsksWord(true);
          }
        }}
      />
      {asksWord ? (
        <AllowMorePanel trick={trick} act="start" change={{}} onAgree={begin} onClose={() => setAsksWord(false)} />
      ) : null}
    </>
  );
}

interface PlainStartProps extends PanelProps<MyTrickDetails> {
  readonly onConfirm: () => Promise<unknown>;
}

/** What its own limits of a day hold back, in sentences. */
function limitWords({ settings, interval }: MyTrickDetails, t: TFunction): string[] {
  const { maxLossPerDayPaise: loss, maxTradesPerDay: count } = settings;
  const ofLoss = interval === '1d' ? 'deployments.startPanel.maxLossDaily' : 'deployments.startPanel.maxLoss';
  return [
    ...(loss === undefined ? [] : [t(ofLoss, { amount: wholeRupees(loss) })]),
    ...(count === undefined ? [] : [t('deployments.startPanel.maxTrades', { count })]),
  ];
}

/** What starting does, in figures. */
function PlainStart({ trick, opened, onClose, onConfirm }: PlainStartProps) {
  const { t } = useTranslation();
  const { settings } = trick;
  const isLive = trick.mode === 'Live';
  const accounts = useCall('getangelone', {}, { enabled: opened && isLive }).data?.broker_details ?? [];
  const account = accounts.find(({ brokerId }) => brokerId === trick.brokerId);
  const badge = trick.badge === 'live' ? 'live' : 'live_simulated';
  const points = [
    isLive ? t(`deployments.startPanel.modeLive.${badge}`) : t('deployments.startPanel.mode'),
    ...(isLive && account ? [t('deployments.startPanel.accountLive', { clientCode: account.clientCode })] : []),
    t('deployments.startPanel.decides', {
      interval: t(`deployments.interval.${trick.interval}`),
      symbols: trick.symbols.join(', '),
    }),
    t(isLive ? 'deployments.startPanel.capitalLive' : 'deployments.startPanel.capital', {
      capital: wholeRupees(settings.capitalPaise),
    }),
    ...(settings.quantityMultiplier > 1
      ? [t('deployments.startPanel.multiplier', { factor: settings.quantityMultiplier })]
      : []),
    ...limitWords(trick, t),
    settings.squareOff === undefined || settings.product === 'DELIVERY'
      ? t('deployments.startPanel.overnight')
      : t('deployments.startPanel.squareOff', { time: settings.squareOff }),
    ...(isLive ? [t('deployments.startPanel.stopsLive')] : []),
    t(isLive ? 'deployments.startPanel.chargesLive' : 'deployments.startPanel.charges'),
  ];
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('deployments.startPanel.title', { name: trick.name })}
      verb={t(isLive ? 'deployments.startPanel.verbLive' : 'deployments.startPanel.verb')}
      onConfirm={onConfirm}
    >
      <ul className={texts.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <h3 className={css.panelHead}>{t('deployments.startPanel.rules')}</h3>
      <ol className={`${texts.numbered} ${css.rules}`}>
        {trick.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    </ActionPanel>
  );
}
