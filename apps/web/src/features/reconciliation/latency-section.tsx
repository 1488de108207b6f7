import type { LatencySpan } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { useDuration } from '../../ui/figures/duration.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';

const NEWEST = 200;

/** How long the newest live orders took from the decision to the fill, by our clock. */
export function LatencySection() {
  const { t } = useTranslation();
  const state = useCall('orderlatency', { orders: NEWEST });
  const say = useDuration();
  const figure = ({ p50Ms, p95Ms, orders }: LatencySpan) => ({
    // A number and its unit keep their order in a text from right to left.
    value: <bdi>{say(p50Ms)}</bdi>,
    note: t('reconciliation.latency.of', { count: orders, p95: say(p95Ms), orders: count(orders) }),
  });
  return (
    <Section title={t('reconciliation.latency.title')} note={t('reconciliation.latency.note')}>
      <Loaded
        state={state}
        failed={t('reconciliation.latency.failed')}
        skeleton={<SkeletonLines label={t('reconciliation.latency.loading')} lines={3} />}
      >
        {({ orders, decidedToSent, sentToAcknowledged, acknowledgedToFilled }) =>
          orders === 0 ? (
            <p className={texts.quiet}>{t('reconciliation.latency.empty')}</p>
          ) : (
            <FiguresStrip
              items={[
                { label: t('reconciliation.latency.sent'), ...figure(decidedToSent) },
                { label: t('reconciliation.latency.acknowledged'), ...figure(sentToAcknowledged) },
                { label: t('reconciliation.latency.filled'), ...figure(acknowledgedToFilled) },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
