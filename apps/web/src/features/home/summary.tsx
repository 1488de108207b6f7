import type { Badge } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, wholeRupees } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { EquityChart } from '../../ui/charts/equity-chart.tsx';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import type { Home } from './api.ts';

interface SummaryProps {
  /** Held in the same mode; they are in no other figure here. */
  readonly baskets: Home['baskets']['live'];
  readonly summary: Home['summary']['live'];
  readonly badge: Badge;
}

/** Today first, then what it stands on. */
export function Summary({ summary, baskets, badge }: SummaryProps) {
  const { t } = useTranslation();
  const after = t('home.afterCharges');
  return (
    <FiguresStrip
      items={[
        {
          label: t('home.today', { mode: t(`mode.${badge}`) }),
          value: <Gain paise={summary.dayPnlPaise} live />,
          note: after,
          lead: true,
        },
        { label: t('home.total'), value: <Gain paise={summary.totalPnlPaise} live />, note: after },
        { label: t('home.capital'), value: <Money paise={summary.capitalPaise} form="whole" /> },
        {
          label: t('home.open'),
          value: count(summary.openPositions),
          ...(summary.handPositions > 0
            ? { note: t('home.byHand', { count: summary.handPositions, formatted: count(summary.handPositions) }) }
            : {}),
        },
        { label: t('home.running'), value: count(summary.runningTricks) },
        ...(baskets.held > 0
          ? [
              {
                label: t('home.baskets'),
                value: <Gain paise={baskets.pnlPaise} />,
                note: (
                  <AppLink to={`/baskets?tab=mine&type=${badge === 'test' ? 'Test' : 'Live'}`}>
                    {t('home.basketsHeld', { count: baskets.held, value: wholeRupees(baskets.valuePaise) })}
                  </AppLink>
                ),
              },
            ]
          : []),
        { label: t('home.charges'), value: <Money paise={summary.chargesPaise} /> },
      ]}
    />
  );
}

interface EquitySectionProps {
  /** Oldest first; the first point is the capital that the results are added to. */
  readonly points: Home['equity']['live'];
}

export function EquitySection({ points }: EquitySectionProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('home.equity')} note={t('home.equityNote')}>
      {points.length < 2 ? <p className={texts.quiet}>{t('home.equityEmpty')}</p> : <EquityChart points={points} />}
    </Section>
  );
}
