import type { MyTrick, MyTrickDetails } from '@trickdesk/contract';
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

type Underway = Pick<MyTrickDetails, 'openPositions' | 'mode'> & {
  readonly plan: Pick<MyTrickDetails['plan'], 'waitingEntries'>;
};

/** What its owner may do with it now. Selling is offered only where something is held, or may come to be held. */
export function verbsOf(trick: Life & Underway): Verbs {
  const active = trick.trickStatus === 1 || trick.trickStatus === 3;
  const isExposed = trick.openPositions > 0 || trick.plan.waitingEntries.count > 0;
  const exiting = trick.phase === 'exiting';
  // Live, what a halted or stopping trick holds can still be handed over, so that its owner sells it.
  const mayHandOver = trick.mode === 'Live' && active && isExposed && !exiting;
  return {
    start: trick.trickStatus !== 1,
    stop: (trick.trickStatus === 1 && trick.phase === 'running') || mayHandOver,
    sell: active && !exiting && isExposed,
    goLive: trick.mode === 'Test' && !exiting,
    backToTest: trick.mode === 'Live' && trick.phase === 'idle' && trick.openPositions === 0,
  };
}
