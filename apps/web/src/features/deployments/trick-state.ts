import type { MyTrick } from '@trickdesk/contract';
import type { StateTone } from '../../ui/state-dot.tsx';

export type TrickState = 'running' | 'stopping' | 'exiting' | 'stopped' | 'halted' | 'exited';

type Life = Pick<MyTrick, 'trickStatus' | 'phase'>;

/** The state of a my-trick in one word; a halted one says so even while its exits go on. */
export function stateOf({ trickStatus, phase }: Life): TrickState {
  if (trickStatus === 3) return 'halted';
  if (phase === 'exiting' || phase === 'stopping') return phase;
  if (trickStatus === 1) return 'running';
  return trickStatus === 4 ? 'exited' : 'stopped';
}

const TONES: Readonly<Record<TrickState, StateTone>> = {
  running: 'good',
  stopping: 'busy',
  exiting: 'busy',
  stopped: 'quiet',
  halted: 'bad',
  exited: 'quiet',
};

export const toneOf = (life: Life): StateTone => TONES[stateOf(life)];

export interface Verbs {
  readonly start: boolean;
  readonly stop: boolean;
  readonly sell: boolean;
  /** From test to live; what it holds on paper is closed with that. */
  readonly goLive: boolean;
  /** From live to test: only what has ended and holds nothing. */
  readonly backToTest: boolean;
}

/** What its owner may do with it now. Selling is offered only where something is held. */
export function verbsOf(trick: Life & Pick<MyTrick, 'openPositions' | 'mode'>): Verbs {
  const active = trick.trickStatus === 1 || trick.trickStatus === 3;
  const leaving = trick.phase === 'exiting' || (trick.phase === 'stopping' && trick.trickStatus === 1);
  return {
    start: trick.trickStatus !== 1,
    stop: trick.trickStatus === 1 && !leaving,
    sell: active && trick.phase !== 'exiting' && trick.openPositions > 0,
    goLive: trick.mode === 'Test' && trick.phase !== 'exiting',
    backToTest: trick.mode === 'Live' && trick.phase === 'idle' && trick.openPositions === 0,
  };
}
