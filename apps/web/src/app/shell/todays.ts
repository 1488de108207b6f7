import type { Badge } from '@trickdesk/contract';
import { badgeOfMode } from '../../lib/record-mode.ts';
import type { OutputOfCall } from '../../lib/wire.ts';

type Header = OutputOfCall<'headerdata'>;

/** The results of today that the bar shows, in paise, what risks most last; live ones only where there is a broker. */
export function todaysOf({
  broker,
  market,
  todayPnlPaise,
}: Pick<Header, 'broker' | 'todayPnlPaise'> & { readonly market: Pick<Header['market'], 'simulated'> }): readonly {
  readonly badge: Badge;
  readonly paise: number;
}[] {
  const test = { badge: badgeOfMode('Test', market.simulated), paise: todayPnlPaise.test };
  const hasLive = broker.status !== 'none' || todayPnlPaise.live !== 0;
  if (!hasLive) return [test];
  return [test, { badge: badgeOfMode('Live', market.simulated), paise: todayPnlPaise.live }];
}
