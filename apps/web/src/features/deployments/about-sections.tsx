import type { MyTrickDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { EquityChart } from '../../ui/charts/equity-chart.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './deployments.module.css';

export function Rules({ rules }: { readonly rules: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('deployments.rules')}>
      <ol className={`${texts.numbered} ${css.rules}`}>
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
        <p className={texts.quiet}>{t('deployments.equityEmpty')}</p>
      ) : (
        <EquityChart points={points} height={220} />
      )}
    </Section>
  );
}
