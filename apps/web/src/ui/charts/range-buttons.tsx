import { indiaDayNumber } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import css from './charts.module.css';
import type { Candle } from './series.ts';

export type RangeName = 'day' | 'week' | 'month' | 'quarter' | 'all';

const SESSIONS: Readonly<Record<Exclude<RangeName, 'all'>, number>> = { day: 1, week: 5, month: 22, quarter: 66 };
const INTRADAY: readonly RangeName[] = ['day', 'week', 'month', 'all'];
const DAILY: readonly RangeName[] = ['month', 'quarter', 'all'];

/** How many of the last candles a range holds, counted in trading sessions; `undefined` is all. */
export function candlesOf(candles: readonly Candle[], range: RangeName): number | undefined {
  if (range === 'all') return undefined;
  const days = new Set<number>();
  for (let i = candles.length - 1; i >= 0; i -= 1) {
    days.add(indiaDayNumber((candles[i]?.[0] ?? 0) * 1000));
    if (days.size > SESSIONS[range]) return candles.length - 1 - i;
  }
  return undefined;
}

interface RangeButtonsProps {
  readonly range: RangeName;
  readonly daily: boolean;
  readonly onChange: (range: RangeName) => void;
}

export function RangeButtons({ range, daily, onChange }: RangeButtonsProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend that nobody needs here
    <div className={css.ranges} role="group" aria-label={t('chart.range')}>
      {(daily ? DAILY : INTRADAY).map((name) => (
        <button
          key={name}
          type="button"
          className={css.range}
          aria-pressed={name === range}
          onClick={() => onChange(name)}
        >
          {t(`chart.ranges.${name}`)}
        </button>
      ))}
    </div>
  );
}
