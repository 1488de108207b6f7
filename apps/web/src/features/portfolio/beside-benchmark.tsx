import { useTranslation } from 'react-i18next';
import { dayInFull, rupees } from '../../lib/format.ts';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/section.tsx';
import { PartsTable } from '../../ui/table/parts-table.tsx';
import css from './overview.module.css';
import { besideWord, type PortfolioOverview } from './overview-view.ts';

/** What the same purchases would have come to in the benchmark. */
export function BesideBenchmark({ overview }: { readonly overview: PortfolioOverview }) {
  const { t } = useTranslation();
  const { returns, benchmark, missing } = overview;
  if (!returns) return null;
  const title = t('portfolio.overview.beside');
  if (!benchmark) {
    return (
      <Section title={title}>
        <p className={css.words}>
          {t(missing.benchmark ? 'portfolio.overview.noBenchmark' : 'portfolio.overview.noPrices')}
        </p>
      </Section>
    );
  }
  const { name } = benchmark;
  const amount = rupees(Math.abs(benchmark.aheadPaise));
  return (
    <Section title={title} note={t('portfolio.overview.since', { day: dayInFull(returns.since) })}>
      <div className={css.part}>
        <p className={css.sentence}>
          {t(`portfolio.overview.ahead.${besideWord(benchmark.aheadPaise)}`, { amount, name })}
        </p>
        <div className={css.narrow}>
          <PartsTable
            head={[t('portfolio.overview.part'), t('portfolio.overview.yours'), name]}
            rows={[
              {
                key: 'in',
                name: t('portfolio.overview.putIn'),
                cells: [<Money key="a" paise={returns.putInPaise} />, <Money key="b" paise={benchmark.putInPaise} />],
              },
              {
                key: 'out',
                name: t('portfolio.overview.takenOut'),
                cells: [
                  <Money key="a" paise={returns.takenOutPaise} />,
                  <Money key="b" paise={benchmark.takenOutPaise} />,
                ],
              },
              {
                key: 'value',
                name: t('portfolio.overview.worth'),
                cells: [<Money key="a" paise={returns.valuePaise} />, <Money key="b" paise={benchmark.valuePaise} />],
              },
              {
                key: 'gain',
                name: t('portfolio.overview.gain'),
                cells: [<Gain key="a" paise={returns.gainPaise} />, <Gain key="b" paise={benchmark.gainPaise} />],
              },
              {
                key: 'xirr',
                name: t('portfolio.overview.xirrAYear'),
                cells: [
                  <Percent key="a" value={returns.xirrPercent} change />,
                  <Percent key="b" value={benchmark.xirrPercent} change />,
                ],
              },
            ]}
          />
        </div>
        <p className={css.words}>
          {t('portfolio.overview.besideBasis', { name })}
          {returns.xirrPercent === undefined ? ` ${t('portfolio.overview.noXirr')}` : ''}
        </p>
      </div>
    </Section>
  );
}
