import { useTranslation } from 'react-i18next';
import { count, groupNumber, percent } from '../../lib/format.ts';
import { Percent } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Section } from '../../ui/section.tsx';
import css from './overview.module.css';
import type { PortfolioOverview } from './overview-view.ts';

/** How much hangs on few names, and what the figures mean. It says what is, not what should be. */
export function Concentration({ overview }: { readonly overview: PortfolioOverview }) {
  const { t } = useTranslation();
  const { concentration, instrument_list: instruments } = overview;
  const [largest] = instruments;
  if (!concentration || !largest) return null;
  const { positions, largestPercent, fiveLargestPercent, herfindahl, effectivePositions } = concentration;
  const effective = groupNumber(effectivePositions);
  return (
    <Section title={t('portfolio.overview.concentration')}>
      <div className={css.part}>
        <FiguresStrip
          items={[
            {
              label: t('portfolio.overview.largest'),
              value: <Percent value={largestPercent} />,
              note: largest.symbol,
            },
            { label: t('portfolio.overview.fiveLargest'), value: <Percent value={fiveLargestPercent} /> },
            {
              label: t('portfolio.overview.effective'),
              value: effective,
              note: t('portfolio.overview.ofNames', { count: positions, formatted: count(positions) }),
            },
            {
              label: t('portfolio.overview.herfindahl'),
              value: count(herfindahl),
              note: t('portfolio.overview.ofTenThousand'),
            },
          ]}
        />
        <p className={css.words}>
          {t('portfolio.overview.concentrationWords', {
            symbol: largest.symbol,
            share: percent(largestPercent),
            tenth: percent(largestPercent / 10),
            effective,
          })}
        </p>
        <p className={css.words}>{t('portfolio.overview.herfindahlWords')}</p>
      </div>
    </Section>
  );
}
