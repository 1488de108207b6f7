import type { ChargesByKind, Latency } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useDuration } from '../../ui/figures/duration.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/section.tsx';
import css from './orders.module.css';

const KINDS = [
  'brokeragePaise',
  'sttPaise',
  'exchangePaise',
  'ipftPaise',
  'sebiPaise',
  'stampPaise',
  'gstPaise',
  'dpPaise',
] as const;

/** Each kind of charge and their sum. */
export function ChargesList({ charges }: { readonly charges: ChargesByKind }) {
  const { t } = useTranslation();
  return (
    <dl className={css.pairs}>
      {KINDS.map((kind) => (
        <div key={kind} className={css.pair}>
          <dt>{t(`orders.chargeKind.${kind}`)}</dt>
          <dd>
            <Money paise={charges[kind]} />
          </dd>
        </div>
      ))}
      <div className={css.sum}>
        <dt>{t('orders.chargeKind.totalPaise')}</dt>
        <dd>
          <Money paise={charges.totalPaise} />
        </dd>
      </div>
    </dl>
  );
}

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
