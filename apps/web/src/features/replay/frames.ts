import type { ReplayDay, ReplayDeed, ReplayFrame } from '@trickdesk/contract';
import type { CandleMark } from '../../ui/charts/candle-chart.tsx';

type Frames = readonly ReplayFrame[];

/** The bar that had closed last at a moment; the first where none had. */
export function frameAt(frames: Frames, atMs: number): number {
  const after = frames.findIndex(({ closedAt }) => Date.parse(closedAt) > atMs);
  return Math.max(0, after === -1 ? frames.length - 1 : after - 1);
}

/**
 * What was decided up to a bar's close, newest first. What happened inside the next bar (a stop that was reached) belongs
 * to that bar.
 */
export function decidedBy(decisions: readonly ReplayDeed[], frame: ReplayFrame): ReplayDeed[] {
  const until = Date.parse(frame.closedAt);
  return decisions.filter(({ at }) => Date.parse(at) <= until).toReversed();
}

/** The bars on which something was decided, ascending. */
export function decisiveFrames(frames: Frames, decisions: readonly ReplayDeed[]): number[] {
  const found = decisions.flatMap(({ at }) => {
    const index = frames.findIndex(({ closedAt }) => Date.parse(closedAt) >= Date.parse(at));
    return index === -1 ? [] : [index];
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

/** What had been executed when a bar closed. */
export function marksBy(markers: ReplayDay['markers'], frame: ReplayFrame): CandleMark[] {
  const until = Date.parse(frame.closedAt);
  return markers.flatMap(({ at, side, purpose, price, quantity, reason }) => {
    const atMs = Date.parse(at);
    return atMs <= until ? [{ id: `${at} ${side} ${quantity}`, atMs, side, purpose, price, quantity, reason }] : [];
  });
}
