import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInFull } from '../../lib/format.ts';
import type { RecordMode } from '../../lib/record-mode.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { type FigureItem, FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import css from './overview.module.css';
import type { OverviewFigure, PortfolioOverview } from './overview-view.ts';

interface FiguresProps {
  readonly overview: PortfolioOverview;
  readonly mode: RecordMode;
}

/** What it is worth and what it made. Each figure opens to the lots, sales and flows that it is the sum of. */
export function OverviewFigures({ overview, mode }: FiguresProps) {
  const { t } = useTranslation();
  const { returns } = overview;
  const of = (name: OverviewFigure, value: ReactNode) => (
    <AppLink to={`/holdings/overview?type=${mode}&of=${name}`} className={css.figureLink}>
      {value} <span className="td-visually-hidden">{t('portfolio.overview.opens')}</span>
    </AppLink>
  );
  const rates: FigureItem[] = returns
    ? [
        {
          label: t('portfolio.overview.twr'),
          value: of('returns', <Percent value={returns.twrPercent} change />),
          note: t('portfolio.overview.since', { day: dayInFull(returns.since) }),
        },
        {
          label: t('portfolio.overview.xirr'),
          value: of('returns', <Percent value={returns.xirrPercent} change />),
          note: returns.xirrPercent === undefined ? t('portfolio.overview.afterYear') : undefined,
        },
      ]
    : [];
  return (
    <FiguresStrip
      items={[
        {
          label: t('portfolio.overview.worth'),
          value: of('value', <Money paise={overview.valuePaise} />),
          lead: true,
        },
        {
          label: t('portfolio.overview.unrealised'),
          value: of('unrealised', <Gain paise={overview.unrealisedPaise} />),
          note: t('portfolio.overview.beforeSelling'),
        },
        {
          label: t('portfolio.overview.realised'),
          value: (
            <a href="#realised" className={css.figureLink}>
              <Gain paise={overview.realisedPaise} />{' '}
              <span className="td-visually-hidden">{t('portfolio.overview.opens')}</span>
            </a>
          ),
          note: t('figures.afterCharges'),
        },
        ...rates,
      ]}
    />
  );
}
