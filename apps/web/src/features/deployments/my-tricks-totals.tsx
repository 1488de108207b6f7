import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { filterIn } from './my-tricks-view.ts';

/** Totals of the whole filtered set, not of the page. Dashes hold the place until they are there. */
export function MyTricksTotals({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const { data } = useCall('myTrickCalculation', filterIn(list.query), { keepPrevious: true });
  const after = t('figures.afterCharges');
  return (
    <FiguresStrip
      items={[
        { label: t('deployments.today'), value: <Gain paise={data?.dayPnlPaise} live />, note: after, lead: true },
        { label: t('deployments.total'), value: <Gain paise={data?.totalPnlPaise} live />, note: after },
        { label: t('deployments.capital'), value: <Money paise={data?.capitalPaise} form="whole" /> },
        { label: t('deployments.invested'), value: <Money paise={data?.investedPaise} form="whole" /> },
        { label: t('deployments.charges'), value: <Money paise={data?.chargesPaise} /> },
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
