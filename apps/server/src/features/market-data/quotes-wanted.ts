import type { Bus, Subscription } from '@trickdesk/db';

const CHANNEL = 'market_quotes_wanted';
/** Of one message; the bus takes no long ones. */
const IDS_EACH = 500;

/** How long a wish lasts. Whoever wants quotes says so again within it: a lost message costs seconds, not the quotes. */
export const WISH_LASTS_MS = 15_000;

const LIVE = 'live:';

/** What runs trade on: they want its best five orders beside its prices, and its missing minutes before others. */
export interface QuotesWanted {
  readonly instrumentIds: readonly number[];
  /** Real orders hang on it. */
  readonly isLive: boolean;
}

/** Asks the feed for the best five orders of these instruments, beside their prices. */
export function askForQuotes(bus: Bus, { instrumentIds, isLive }: QuotesWanted): void {
  for (let from = 0; from < instrumentIds.length; from += IDS_EACH) {
    const ids = instrumentIds.slice(from, from + IDS_EACH).join(',');
    bus.publish(CHANNEL, isLive ? LIVE + ids : ids);
  }
}

export function hearQuotesWanted(bus: Bus, onWanted: (wanted: QuotesWanted) => void): Promise<Subscription> {
  return bus.subscribe(CHANNEL, {
    onMessage: (message) => {
      const isLive = message.startsWith(LIVE);
      const instrumentIds = (isLive ? message.slice(LIVE.length) : message).split(',').map(Number);
      onWanted({ instrumentIds, isLive });
    },
  });
}
