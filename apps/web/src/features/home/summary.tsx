import type { Badge } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count, wholeRupees } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { EquityChart } from '../../ui/charts/equity-chart.tsx';
import { Explained } from '../../ui/figures/explained.tsx';
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

type SummaryFigure = 'trickDay' | 'trickTotal' | 'trickCapital' | 'trickCharges';

/** As the server numbers tricks that run. */
const RUNNING = 1;

/** Today first, then what it stands on. */
export function Summary({ summary, baskets, badge }: SummaryProps) {
  const { t } = useTranslation();
  const after = t('home.afterCharges');
  const type = badge === 'test' ? 'Test' : 'Live';
  const opens = (figure: SummaryFigure, value: number, shown: ReactNode) => (
    // What is stopped ties up no capital. A result stays one of its mode, wherever its trick went.
    <Explained
      ask={figure === 'trickCapital' ? { figure, type, trickStatus: RUNNING } : { figure, type, withMoved: true }}
      value={value}
    >
      {shown}
    </Explained>
  );
  return (
    <FiguresStrip
      items={[
        {
          label: t('home.today', { mode: t(`mode.${badge}`) }),
          value: opens('trickDay', summary.dayPnlPaise, <Gain paise={summary.dayPnlPaise} live />),
          note: after,
          lead: true,
        },
        {
          label: t('home.total'),
          value: opens('trickTotal', summary.totalPnlPaise, <Gain paise={summary.totalPnlPaise} live />),
          note: after,
        },
        {
          label: t('home.capital'),
          value: opens('trickCapital', summary.capitalPaise, <Money paise={summary.capitalPaise} form="whole" />),
        },
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
                value: (
                  <Explained ask={{ figure: 'basketPnl', is_live: badge === 'test' ? 0 : 1 }} value={baskets.pnlPaise}>
                    <Gain paise={baskets.pnlPaise} live />
                  </Explained>
                ),
                note: (
                  <span data-money="opens-there">
                    <AppLink to={`/baskets?tab=mine&type=${type}`}>
                      {t('home.basketsHeld', { count: baskets.held, value: wholeRupees(baskets.valuePaise) })}
                    </AppLink>
                  </span>
                ),
              },
            ]
          : []),
        {
          label: t('home.charges'),
          value: opens('trickCharges', summary.chargesPaise, <Money paise={summary.chargesPaise} />),
        },
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
