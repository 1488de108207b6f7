import type { ReplayDay, ReplayFrame } from '@trickdesk/contract';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockMinute } from '../../lib/format.ts';
import { CandleChart } from '../../ui/charts/candle-chart.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { ChangedResult, ChangeForm } from './change-form.tsx';
import { decidedBy, marksBy } from './frames.ts';
import { Did, Saw, Thought } from './moment-parts.tsx';
import css from './replay.module.css';
import { Scrubber } from './scrubber.tsx';

const FRAME_MS = 250;
const CHART_HEIGHT = 380;

interface ReplayPlayerProps {
  readonly replay: ReplayDay;
  /** The bar that is shown first. */
  readonly start: number;
}

/** The day up to one bar: nothing that came later is in sight. */
export function ReplayPlayer({ replay, start }: ReplayPlayerProps) {
  const { t } = useTranslation();
  const { frames, interval } = replay;
  const [shown, setShown] = useState(start);
  const [plays, setPlays] = useState(false);
  const isLast = shown >= frames.length - 1;
  useEffect(() => {
    if (!plays || isLast) return;
    const timer = setInterval(() => setShown((now) => Math.min(now + 1, frames.length - 1)), FRAME_MS);
    return () => clearInterval(timer);
  }, [plays, isLast, frames.length]);
  const frame = frames[shown];
  if (!frame) return null;
  const time = clockMinute(Date.parse(frame.closedAt));
  return (
    <div className={layout.columns}>
      <div className={layout.stack}>
        <Section title={t('replay.chart')} note={t('replay.closed', { time })}>
          <Chart replay={replay} frame={frame} shown={shown} isDaily={interval === '1d'} />
          <Scrubber
            replay={replay}
            shown={shown}
            plays={plays && !isLast}
            onPlay={() => {
              if (isLast) setShown(0);
              setPlays(!plays || isLast);
            }}
            onShow={(index) => {
              setPlays(false);
              setShown(index);
            }}
          />
        </Section>
        <Did decisions={decidedBy(replay.decisions, frame)} frame={frame} time={time} />
        {replay.fromTrades ? <p className={css.note}>{t('replay.fromTrades')}</p> : null}
      </div>
      <div className={layout.stack}>
        <Thought replay={replay} frame={frame} time={time} />
        <Saw replay={replay} frame={frame} />
        <ChangedResult replay={replay} />
        <ChangeForm replay={replay} />
        <p className={css.note}>
          {replay.version === undefined ? t('replay.computedHere') : t('replay.computed', { version: replay.version })}
        </p>
      </div>
    </div>
  );
}

interface ChartProps {
  readonly replay: ReplayDay;
  readonly frame: ReplayFrame;
  readonly shown: number;
  readonly isDaily: boolean;
}

function Chart({ replay, frame, shown, isDaily }: ChartProps) {
  const { before, frames, markers, symbol } = replay;
  const candles = useMemo(
    () => [...before, ...frames.slice(0, shown + 1).map(({ candle }) => candle)],
    [before, frames, shown],
  );
  const marks = useMemo(() => marksBy(markers, frame), [markers, frame]);
  return (
    <CandleChart
      candles={candles}
      marks={marks}
      daily={isDaily}
      height={CHART_HEIGHT}
      title={<strong>{symbol}</strong>}
    />
  );
}
