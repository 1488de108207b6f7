import type { Badge } from '@trickdesk/contract';
import type { OutputOfCall } from '../../lib/wire.ts';

export type Home = OutputOfCall<'home'>;
export type Mode = 'live' | 'test';
export type MyTrickRow = Home['myTricks'][number];

/** Which mode is shown first: live where a trick runs live, test otherwise. */
export function startingMode(home: Pick<Home, 'summary' | 'myTricks'>): Mode {
  const { runningTricks, openPositions } = home.summary.live;
  return runningTricks > 0 || openPositions > 0 ? 'live' : 'test';
}

/** Whether back-tests of the catalogue or the demo's history are still being made, as after the first start. */
export function isPreparing({ preparation, demoHistory }: Pick<Home, 'preparation' | 'demoHistory'>): boolean {
  return preparation.done < preparation.total || demoHistory !== undefined;
}

/** The badge of a mode's figures: live at the simulator's broker is not live. */
export function badgeOf(mode: Mode, simulated: boolean): Badge {
  if (mode === 'test') return 'test';
  return simulated ? 'live_simulated' : 'live';
}

export type TrickState = 'running' | 'stopping' | 'exiting' | 'stopped' | 'halted' | 'exited';

/** The state of a my-trick in one word; one that still sells is named so, whatever its status. */
export function stateOf(trick: Pick<MyTrickRow, 'trickStatus' | 'phase'>): TrickState {
  if (trick.phase === 'exiting' || trick.phase === 'stopping') return trick.phase;
  if (trick.trickStatus === 1) return 'running';
  if (trick.trickStatus === 3) return 'halted';
  return trick.trickStatus === 4 ? 'exited' : 'stopped';
}
