import type { MyTrickDetails } from '@trickdesk/contract';
import { INTERVALS, type Interval } from '@trickdesk/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CandleChart } from '../../ui/charts/candle-chart.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { levelsOf, marksOf, symbolIn } from './chart-view.ts';
import css from './deployments.module.css';
import { useLevelMoving } from './use-level-moving.ts';
import { useLiveCandles } from './use-live-candles.ts';

const CHART_HEIGHT = 400;

function intervalIn(list: ListState, trick: MyTrickDetails): Interval {
  return INTERVALS.find((interval) => interval === list.query['interval']) ?? trick.interval;
}

/** Price with entries and exits on it, and the stop and target of what is held. Instrument and interval stand in the address. */
export function ChartSection({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  const list = useListState();
  const symbol = symbolIn(trick, list.query['symbol']);
  const interval = intervalIn(list, trick);
  const series = useLiveCandles(symbol, interval);
  const marks = useMemo(() => marksOf(trick.markers, symbol), [trick.markers, symbol]);
  const isFixed = trick.phase === 'exiting';
  const levels = useMemo(
    () => levelsOf(trick.open_positions, symbol, { t, isFixed }),
    [trick.open_positions, symbol, t, isFixed],
  );
  const moving = useLevelMoving(trick.open_positions, symbol);
  return (
    <Section
      title={t('deployments.chart.title')}
      note={series.source ? t('deployments.chart.source', { source: series.source }) : null}
      aside={
        <FilterSelect
          label={t('deployments.chart.interval')}
          value={interval}
          options={INTERVALS.map((value) => ({ value, label: t(`deployments.intervalShort.${value}`) }))}
          onChange={(value) => list.show({ interval: value === trick.interval ? '' : value })}
        />
      }
    >
      {trick.bases.length > 1 ? (
        <div className={css.symbols}>
          <Segments
            label={t('deployments.chart.symbols')}
            value={symbol}
            options={trick.bases.map((base) => ({ value: base.symbol, label: base.symbol }))}
            onChange={(value) => list.show({ symbol: value })}
          />
        </div>
      ) : null}
      <Loaded
        state={{ data: series.candles, error: series.error, refetch: series.refetch }}
        failed={t('deployments.chart.failed')}
        skeleton={<ChartSkeleton height={CHART_HEIGHT + 96} />}
      >
        {(candles) => (
          <CandleChart
            key={`${symbol} ${interval}`}
            candles={candles}
            marks={marks}
            levels={levels}
            moving={moving}
            daily={interval === '1d'}
            height={CHART_HEIGHT}
            title={<strong className={css.symbol}>{symbol}</strong>}
          />
        )}
      </Loaded>
    </Section>
  );
}
