import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import type { ReplayDay } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clockMinute, count } from '../../lib/format.ts';
import { decisiveFrames } from './frames.ts';
import css from './replay.module.css';

interface ScrubberProps {
  readonly replay: ReplayDay;
  readonly shown: number;
  readonly plays: boolean;
  readonly onPlay: () => void;
  readonly onShow: (index: number) => void;
}

/** Where in the day one is: a slider with a tick for each decision, and buttons for a bar and for a decision. */
export function Scrubber({ replay, shown, plays, onPlay, onShow }: ScrubberProps) {
  const { t } = useTranslation();
  const { frames, decisions } = replay;
  const last = frames.length - 1;
  const decisive = useMemo(() => decisiveFrames(frames, decisions), [frames, decisions]);
  const before = decisive.findLast((index) => index < shown);
  const after = decisive.find((index) => index > shown);
  const closedAt = frames[shown]?.closedAt ?? '';
  const step = (name: 'back1' | 'forward1' | 'previousDecision' | 'nextDecision', to: number | undefined) => {
    const Icon = STEP_ICONS[name];
    return (
      <button
        type="button"
        className={css.step}
        disabled={to === undefined || to < 0 || to > last}
        aria-label={t(`replay.${name}`)}
        title={t(`replay.${name}`)}
        onClick={() => to !== undefined && onShow(to)}
      >
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </button>
    );
  };
  const PlayIcon = plays ? IconPlayerPause : IconPlayerPlay;
  return (
    <div className={css.scrubber}>
      {/* Time runs from left to right in every language, like the chart above. */}
      <div className={css.track} dir="ltr">
        <input
          type="range"
          className={css.range}
          min={0}
          max={last}
          value={shown}
          aria-label={t('replay.scrub')}
          aria-valuetext={t('replay.closed', { time: clockMinute(Date.parse(closedAt)) })}
          onChange={(event) => onShow(Number(event.currentTarget.value))}
        />
        <div className={css.ticks} aria-hidden="true">
          {decisive.map((index) => (
            <i key={index} style={{ insetInlineStart: `${last === 0 ? 0 : (index / last) * 100}%` }} />
          ))}
        </div>
      </div>
      <div className={css.steps} dir="ltr">
        {step('previousDecision', before)}
        {step('back1', shown - 1)}
        <button
          type="button"
          className={css.step}
          aria-label={t(plays ? 'replay.pause' : 'replay.play')}
          title={t(plays ? 'replay.pause' : 'replay.play')}
          onClick={onPlay}
        >
          <PlayIcon size={18} stroke={1.75} aria-hidden="true" />
        </button>
        {step('forward1', shown + 1)}
        {step('nextDecision', after)}
        <span className={css.place}>
          {t('replay.barOf', { number: count(shown + 1), total: count(frames.length) })}
        </span>
      </div>
    </div>
  );
}

const STEP_ICONS = {
  back1: IconPlayerTrackPrev,
  forward1: IconPlayerTrackNext,
  previousDecision: IconPlayerSkipBack,
  nextDecision: IconPlayerSkipForward,
} as const;
