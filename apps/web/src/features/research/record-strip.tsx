import type { ResearchRecord } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Percent } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';

/** How calls came out: all that were ever published, the withdrawn among them. */
export function RecordStrip({ record }: { readonly record: ResearchRecord }) {
  const { t } = useTranslation();
  const { targetHit, stopHit, expired, running, published, withdrawn } = record;
  const ended = targetHit + stopHit + expired;
  return (
    <FiguresStrip
      items={[
        {
          label: t('research.hitRate'),
          value: <Percent value={record.hitRatePercent} />,
          note: t('research.hitRateNote', { hits: count(targetHit), ended: count(ended) }),
          lead: true,
        },
        { label: t('research.stops'), value: count(stopHit) },
        { label: t('research.expired'), value: count(expired) },
        { label: t('research.running'), value: count(running) },
        {
          label: t('research.publishedCount'),
          value: count(published),
          note:
            withdrawn === 0
              ? undefined
              : t('research.withdrawnCount', { count: withdrawn, formatted: count(withdrawn) }),
        },
      ]}
    />
  );
}
