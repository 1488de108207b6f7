import type { MyTrickDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { EquityChart } from '../../ui/charts/equity-chart.tsx';
import { LivePrice } from '../../ui/figures/live-gain.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import css from './deployments.module.css';

/** The instruments that it trades, each with its last price and whether entries in it are on. */
export function Bases({ bases }: { readonly bases: MyTrickDetails['bases'] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('deployments.bases.title')} flush>
      <ul className={css.list}>
        {bases.map((base) => (
          <li key={base.baseId} className={css.base}>
            <strong>{base.symbol}</strong>
            <StateDot tone={base.enabled ? 'good' : 'quiet'}>
              {base.enabled ? t('deployments.bases.on') : t('deployments.bases.off')}
            </StateDot>
            <span className={css.end}>
              <span className="td-visually-hidden">{t('deployments.bases.last')}</span>
              <LivePrice symbol={base.symbol} known={base.last} width={9} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Rules({ rules }: { readonly rules: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('deployments.rules')}>
      <ol className={css.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    </Section>
  );
}

export function Equity({ points }: { readonly points: MyTrickDetails['equity'] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('deployments.equity')} note={t('deployments.equityNote')}>
      {points.length < 2 ? (
        <p className={css.quiet}>{t('deployments.equityEmpty')}</p>
      ) : (
        <EquityChart points={points} height={220} />
      )}
    </Section>
  );
}
