import { Switch } from '@mantine/core';
import type { MyTrickDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { LivePrice } from '../../ui/figures/live-gain.tsx';
import { Section } from '../../ui/section.tsx';
import css from './deployments.module.css';

type Base = MyTrickDetails['bases'][number];

/** The instruments that it trades, each with its last price and a switch for entries in it. */
export function Bases({ trick }: { readonly trick: Pick<MyTrickDetails, 'TricksId' | 'bases'> }) {
  const { t } = useTranslation();
  return (
    <Section title={t('deployments.bases.title')} flush>
      <ul className={css.list}>
        {trick.bases.map((base) => (
          <BaseRow key={base.baseId} TricksId={trick.TricksId} base={base} />
        ))}
      </ul>
      <p className={css.listNote}>{t('deployments.bases.note')}</p>
    </Section>
  );
}

function BaseRow({ TricksId, base }: { readonly TricksId: number; readonly base: Base }) {
  const { t } = useTranslation();
  const flip = useAction('enableDisableTrickBase', { refreshes: ['trickdetails'] });
  // While it is on its way the switch stands where it was put.
  const isOn = flip.isPending ? flip.variables.enabled : base.enabled;
  return (
    <li className={css.base}>
      <strong>{base.symbol}</strong>
      <Switch
        size="sm"
        checked={isOn}
        disabled={flip.isPending}
        aria-label={t('deployments.bases.switch', { symbol: base.symbol })}
        label={isOn ? t('deployments.bases.on') : t('deployments.bases.off')}
        onChange={(event) => flip.mutate({ TricksId, baseId: base.baseId, enabled: event.currentTarget.checked })}
      />
      <span className={css.end}>
        <span className="td-visually-hidden">{t('deployments.bases.last')}</span>
        <LivePrice symbol={base.symbol} known={base.last} width={9} />
      </span>
    </li>
  );
}
