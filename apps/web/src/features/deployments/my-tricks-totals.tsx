import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import type { FigureAsk } from '../../ui/figures/explained.tsx';
import { Explained } from '../../ui/figures/explained.tsx';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { filterIn } from './my-tricks-view.ts';

type TrickFigure = Extract<FigureAsk, { trickStatus?: unknown }>['figure'];

/** Totals of the whole filtered set, not of the page. Dashes hold the place until they are there. */
export function MyTricksTotals({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const filter = filterIn(list.query);
  const { data } = useCall('myTrickCalculation', filter, { keepPrevious: true });
  const opens = (figure: TrickFigure, value: number | undefined, shown: ReactNode) => (
    <Explained ask={{ figure, ...filter }} value={value}>
      {shown}
    </Explained>
  );
  const after = t('figures.afterCharges');
  return (
    <FiguresStrip
      items={[
        {
          label: t('deployments.today'),
          value: opens('trickDay', data?.dayPnlPaise, <Gain paise={data?.dayPnlPaise} live />),
          note: after,
          lead: true,
        },
        {
          label: t('deployments.total'),
          value: opens('trickTotal', data?.totalPnlPaise, <Gain paise={data?.totalPnlPaise} live />),
          note: after,
        },
        {
          label: t('deployments.capital'),
          value: opens('trickCapital', data?.capitalPaise, <Money paise={data?.capitalPaise} form="whole" />),
        },
        {
          label: t('deployments.invested'),
          value: opens('trickInvested', data?.investedPaise, <Money paise={data?.investedPaise} form="whole" />),
        },
        {
          label: t('deployments.charges'),
          value: opens('trickCharges', data?.chargesPaise, <Money paise={data?.chargesPaise} />),
        },
        {
          label: t('deployments.state.running'),
          value: data ? count(data.running) : t('common.none'),
          note: data
            ? t('deployments.notRunning', { stopped: count(data.stopped), halted: count(data.halted) })
            : undefined,
        },
      ]}
    />
  );
}
