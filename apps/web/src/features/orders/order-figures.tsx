import type { ChargesByKind, Latency } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { ChargesList } from '../../ui/figures/charges-list.tsx';
import { useDuration } from '../../ui/figures/duration.tsx';
import { Section } from '../../ui/section.tsx';
import css from './orders.module.css';

export function ChargesSection({ charges }: { readonly charges: ChargesByKind | undefined }) {
  const { t } = useTranslation();
  return (
    <Section title={t('orders.charges')} note={charges ? t('orders.detail.chargesNote') : null}>
      {charges ? <ChargesList charges={charges} /> : <p>{t('orders.detail.noCharges')}</p>}
    </Section>
  );
}

const LEGS = ['decidedToSentMs', 'sentToAcknowledgedMs', 'acknowledgedToFilledMs', 'decidedToFilledMs'] as const;

/** How long each step took, by our clock. */
export function LatencySection({ latency }: { readonly latency: Latency }) {
  const { t } = useTranslation();
  const say = useDuration();
  return (
    <Section title={t('orders.latency.title')} note={t('orders.latency.note')}>
      <dl className={css.pairs}>
        {LEGS.map((leg) => (
          <div key={leg} className={css.pair}>
            <dt>{t(`orders.latency.${leg}`)}</dt>
            <dd>
              <bdi>{say(latency[leg])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
