import type { Bus, Subscription } from '@trickdesk/db';

const CHANNEL = 'market_quotes_wanted';
/** Of one message; the bus takes no long ones. */
const IDS_EACH = 500;

/** How long a wish lasts. Whoever wants quotes says so again within it: a lost message costs seconds, not the quotes. */
export const WISH_LASTS_MS = 15_000;

/** Asks the feed for the best five orders of these instruments, beside their prices. */
export function askForQuotes(bus: Bus, instrumentIds: readonly number[]): void {
  for (let from = 0; from < instrumentIds.length; from += IDS_EACH) {
    bus.publish(CHANNEL, instrumentIds.slice(from, from + IDS_EACH).join(','));
  }
}

export function hearQuotesWanted(
  bus: Bus,
  onWanted: (instrumentIds: readonly number[]) => void,
): Promise<Subscription> {
  return bus.subscribe(CHANNEL, { onMessage: (message) => onWanted(message.split(',').map(Number)) });
}
