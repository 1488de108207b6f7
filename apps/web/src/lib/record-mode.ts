import type { Badge, MyTrick } from '@trickdesk/contract';

export type RecordMode = MyTrick['mode'];

/** Which mode an address asks for: `type=Test` or `is_live=0`; live where it says nothing. */
export function modeIn(query: Readonly<Record<string, string>>): RecordMode {
  if (query['type'] === 'Test' || query['type'] === 'Live') return query['type'];
  return query['is_live'] === '0' ? 'Test' : 'Live';
}

export const isLiveOf = (mode: RecordMode): 0 | 1 => (mode === 'Live' ? 1 : 0);

/** The badge of a mode's figures: live at the simulator's broker is not live. */
export function badgeOfMode(mode: RecordMode, simulated: boolean): Badge {
  if (mode === 'Test') return 'test';
  return simulated ? 'live_simulated' : 'live';
}
