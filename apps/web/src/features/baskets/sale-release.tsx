import type { BrokerDetails, UnreleasedShareWire } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './sale-release.module.css';
import { type BegunRelease, SaleReleasePanel } from './sale-release-panel.tsx';

/** What the broker would not sell before its owner has given the depository their word, and the way there. */
export function SaleRelease({ account: { brokerId, clientCode } }: { readonly account: BrokerDetails }) {
  const { t } = useTranslation();
  const [begun, setBegun] = useState<BegunRelease>();
  const [chosen, choose] = useState<UnreleasedShareWire>();
  const asked = useCall(
    'saleauthorisation',
    { brokerId, ...(begun ? { requestId: begun.requestId } : {}) },
    { keepPrevious: true },
  );
  const { data } = asked;
  if (!data || (data.need === 'none' && !begun)) return null;
  const { need, share_list: shares, brokerSaid, badge } = data;
  return (
    <Section title={t('saleRelease.title')} note={clientCode}>
      <div className={css.body}>
        <p className={texts.quiet}>{t(`saleRelease.need.${need}`)}</p>
        {brokerSaid ? (
          <div>
            {t('saleRelease.brokerSaid')}
            <blockquote className={css.said}>{brokerSaid}</blockquote>
          </div>
        ) : null}
        {begun ? (
          <Step
            begun={begun}
            // Of the request before it until the answer about this one is there.
            request={asked.isPlaceholderData ? undefined : data.request}
            busy={asked.isFetching}
            onLook={() => void asked.refetch()}
          />
        ) : null}
        {shares.length > 0 ? <Shares shares={shares} onChoose={choose} /> : null}
      </div>
      {chosen ? (
        <SaleReleasePanel
          brokerId={brokerId}
          share={chosen}
          simulated={badge === 'live_simulated'}
          onClose={() => choose(undefined)}
          onBegun={setBegun}
        />
      ) : null}
    </Section>
  );
}

interface SharesProps {
  readonly shares: readonly UnreleasedShareWire[];
  readonly onChoose: (share: UnreleasedShareWire) => void;
}

function Shares({ shares, onChoose }: SharesProps) {
  const { t } = useTranslation();
  return (
    <ul className={css.shares}>
      {shares.map((share) => {
        const { symbol, isin, missingQuantity, settledQuantity } = share;
        return (
          <li key={isin}>
            <span>
              {t('saleRelease.share', { symbol, missing: count(missingQuantity), settled: count(settledQuantity) })}
            </span>
            <Button
              look="quiet"
              small
              label={t('saleRelease.authoriseOf', { verb: t('saleRelease.authorise'), symbol })}
              onClick={() => onChoose(share)}
            >
              {t('saleRelease.authorise')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

interface StepProps {
  readonly begun: BegunRelease;
  readonly request: OutputOfCall<'saleauthorisation'>['request'];
  readonly busy: boolean;
  readonly onLook: () => void;
}

/** The form that takes the browser to the depository, and what has become of it. */
function Step({ begun: { form, symbol, badge, tpinSent }, request, busy, onLook }: StepProps) {
  const { t } = useTranslation();
  const status = request?.status ?? 'waiting';
  return (
    <div>
      <p role="status">
        {t(`saleRelease.status.${status}`, { symbol })} {tpinSent && status === 'waiting' ? t('saleRelease.sent') : ''}
      </p>
      {request?.said ? <blockquote className={css.said}>{request.said}</blockquote> : null}
      {status === 'released' ? null : (
        <div className={css.steps}>
          <form method="post" action={form.action} target="_blank" rel="noopener">
            {form.fields.map(({ name, value }) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button type="submit">
              {t(badge === 'live_simulated' ? 'saleRelease.openSimulated' : 'saleRelease.open')}
            </Button>
          </form>
          <Button look="quiet" busy={busy} onClick={onLook}>
            {t('saleRelease.look')}
          </Button>
        </div>
      )}
    </div>
  );
}
