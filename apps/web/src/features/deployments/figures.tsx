import type { MyTrickDetails } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Explained } from '../../ui/figures/explained.tsx';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Moment } from '../../ui/figures/moment.tsx';

type TrickFigure = 'trickDay' | 'trickTotal' | 'trickCapital' | 'trickCharges';

/** Today first; what the total is made of opens below, before and after charges. */
export function Figures({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  const { totals, TricksId } = trick;
  const { dayPnlPaise, totalPnlPaise, capitalPaise } = trick;
  const after = t('figures.afterCharges');
  // Those of closed trades, and what the open positions have paid at their entry.
  const paidPaise = trick.open_positions.reduce((sum, held) => sum + held.chargesPaise, totals.chargesPaise);
  const opens = (figure: TrickFigure, value: number, shown: ReactNode) => (
    <Explained ask={{ figure, TricksId }} value={value}>
      {shown}
    </Explained>
  );
  return (
    <FiguresStrip
      items={[
        {
          label: t('deployments.today'),
          value: opens('trickDay', dayPnlPaise, <Gain paise={dayPnlPaise} live />),
          note: after,
          lead: true,
        },
        {
          label: t('deployments.total'),
          value: opens('trickTotal', totalPnlPaise, <Gain paise={totalPnlPaise} live />),
          note: after,
        },
        {
          label: t('deployments.capital'),
          value: opens('trickCapital', capitalPaise, <Money paise={capitalPaise} form="whole" />),
        },
        { label: t('deployments.open'), value: count(trick.openPositions) },
        {
          label: t('deployments.trades'),
          value: count(totals.trades),
          ...(totals.trades > 0
            ? { note: t('deployments.winsOf', { wins: count(totals.wins), trades: count(totals.trades) }) }
            : {}),
        },
        { label: t('deployments.charges'), value: opens('trickCharges', paidPaise, <Money paise={paidPaise} />) },
        { label: t('deployments.lastDecision'), value: <Moment at={trick.lastDecisionAt} /> },
      ]}
      parts={[
        { label: t('deployments.made.gross'), value: <Gain paise={totals.grossPaise} /> },
        { label: t('deployments.made.charges'), value: <Gain paise={-totals.chargesPaise} /> },
        { label: t('deployments.made.net'), value: <Gain paise={totals.netPaise} /> },
        { label: t('deployments.made.open'), value: <Gain paise={trick.totalPnlPaise - totals.netPaise} live /> },
        { label: t('deployments.total'), value: <Gain paise={trick.totalPnlPaise} live /> },
      ]}
    />
  );
}
