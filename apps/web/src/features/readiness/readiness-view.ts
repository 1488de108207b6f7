import type { TrickReadiness } from '@trickdesk/contract';

export interface ReadinessGroup {
  readonly badge: TrickReadiness['badge'];
  readonly tricks: readonly TrickReadiness[];
  readonly willTrade: number;
}

/** Live before test, never in one list; in each what needs a person first, and what its owner has stopped last. */
export function groupsOf(tricks: readonly TrickReadiness[]): ReadinessGroup[] {
  return (['live', 'live_simulated', 'test'] as const)
    .map((badge) => {
      const own = tricks.filter((trick) => trick.badge === badge).sort((a, b) => rankOf(a) - rankOf(b));
      return { badge, tricks: own, willTrade: own.filter(({ verdict }) => verdict === 'will_trade').length };
    })
    .filter(({ tricks: own }) => own.length > 0);
}

function rankOf({ verdict, causes, stop }: TrickReadiness): number {
  if (stop.needed && !stop.rests) return 0;
  if (causes.some(({ code }) => code === 'stopped')) return 3;
  return verdict === 'will_not' ? 1 : 2;
}

/** Whether nothing keeps a trick from trading but that its owner has not started it, and it holds nothing. */
export function saysOnlyStopped({ causes, stop }: Pick<TrickReadiness, 'causes' | 'stop'>): boolean {
  return !stop.needed && causes.length === 1 && causes[0]?.code === 'stopped';
}
