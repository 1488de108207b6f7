import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GrowthChart } from '../../ui/charts/growth-chart.tsx';
import { WhenSeen } from '../../ui/charts/when-seen.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import type { MyBasketDetails } from './my-basket-page.tsx';

const HEIGHT = 260;

/** What it was worth day by day, beside what was put in until then. */
export function Growth({ details: { growth, my_basket } }: { readonly details: MyBasketDetails }) {
  const { t } = useTranslation();
  const curves = useMemo(
    () => [
      { label: t('baskets.mine.value'), points: growth.map(({ date, valuePaise: value }) => ({ date, value })) },
      { label: t('baskets.mine.invested'), points: growth.map(({ date, investedPaise: value }) => ({ date, value })) },
    ],
    [growth, t],
  );
  return (
    <Section title={t('baskets.held.growth')} note={t('baskets.held.growthNote')}>
      {growth.length < 2 ? (
        <p className={texts.quiet}>
          {t(my_basket.status === 'closed' ? 'baskets.held.growthNone' : 'baskets.held.growthSoon')}
        </p>
      ) : (
        <WhenSeen height={HEIGHT}>
          <GrowthChart curves={curves} unit="paise" height={HEIGHT} />
        </WhenSeen>
      )}
    </Section>
  );
}
